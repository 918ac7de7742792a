import { parseSeasonEpisode } from '../../../src/core/text/season-episode';
import type { Random } from './random';

/**
 * Numbers of seasons and episodes are written as in another language, and words of the interface become
 * others. The names of titles stay: sites translate them apart from their labels.
 */
export function translateLabels(roots: readonly ParentNode[], random: Random): void {
  const write = random.pick(languages);
  for (const text of textsIn(roots)) {
    const before = text.textContent ?? '';
    const after = translated(before, write);
    if (after !== before) text.textContent = after;
  }
}

type Write = (season: number | undefined, episode: number | undefined) => string;

const languages: readonly [Write, ...Write[]] = [
  (s, e) => [s && `Staffel ${s}`, e && `Folge ${e}`].filter(Boolean).join(', '),
  (s, e) => [s && `Saison ${s}`, e && `Épisode ${e}`].filter(Boolean).join(', '),
  (s, e) => [s && `T${s}`, e && `Ep.${e}`].filter(Boolean).join(' '),
  (s, e) => [s && `シーズン${s}`, e && `第${e}話`].filter(Boolean).join(' '),
  (s, e) => [s && `Ř${s}`, e && `D${e}`].filter(Boolean).join(':'),
  (s, e) => [s && `${s}. Sezon`, e && `${e}. Bölüm`].filter(Boolean).join(' '),
  // Of no language: what a parser cannot know.
  (s, e) => [s && `Zut ${s}`, e && `Bli ${e}`].filter(Boolean).join(' / '),
];

function translated(text: string, write: Write): string {
  const found = parseSeasonEpisode(text.trim());
  if (found === undefined) return interfaceWords.get(text.trim().toLowerCase()) ?? text;
  const numbers = write(found.season, found.episode);
  return [found.series, numbers, found.title].filter((part) => part !== undefined).join(' – ');
}

/** Words of players and cards, which tell what an element is about. */
const interfaceWords: ReadonlyMap<string, string> = new Map([
  ['up next', 'Weiter geht’s mit'],
  ['next episode', 'Nächste Folge'],
  ['skip trailer', 'Trailer überspringen'],
  ['live', 'Direkt'],
  ['ad', 'Werbung'],
]);

/** Text nodes outside of scripts and styles. */
function textsIn(roots: readonly ParentNode[]): ChildNode[] {
  /** `Node.TEXT_NODE`; Node.js has no global `Node`. */
  const textNode = 3;
  return roots
    .flatMap((root) => Array.from(root.querySelectorAll('*')))
    .filter(({ localName }) => !/^(?:script|style|template|title)$/.test(localName))
    .flatMap(({ childNodes }) => Array.from(childNodes))
    .filter(({ nodeType }) => nodeType === textNode);
}
