import { attestedLabels, type AttestedLabel } from './attested';
import { labelLanguages, type LabelLanguage } from './languages';

/** "Season 2 Part 3" is a part of the season. The other words for a part are those of an episode. */
const dividesSeasons = new Set(
  'Part Teil Partie Parte Część Partea Kısım Μέρος Часть Частина Част Part Dio'.split(' '),
);

/** Every attested label, and each language's words in the shapes that sites write them in. */
export const writtenLabels: readonly AttestedLabel[] = unique([
  ...attestedLabels,
  ...labelLanguages.flatMap((language, index) => labelsOf(language, 2 + (index % 4), 3 + (index % 7))),
]);

/** The labels of a language for one season and one episode. */
export function labelsOf(language: LabelLanguage, s: number, e: number): readonly AttestedLabel[] {
  const { tag } = language;
  const both = [...pairsOf(language, s, e)].map((label) => [tag, label, [s, e]] as const);
  const alone = episodesOf(language, e).map((label) => [tag, label, [undefined, e]] as const);
  const { part = '', words } = language;
  const halves = dividesSeasons.has(part) ? [`${words[0]} ${s}, ${part} ${e}`] : [];
  const uncertain = [...uncertainOf(language, e), ...halves].map((label) => [tag, label, 'held'] as const);
  return [...both, ...alone, ...uncertain];
}

function pairsOf({ tag, words, ordinals, short, part, of }: LabelLanguage, s: number, e: number): string[] {
  if (tag === 'zh') return [`第${s}季 第${e}集`, `第${s}季第${e}集 名`, `S${s}E${e}`, `季${s} 第${e}集`];
  const [season, episode] = words;
  const whole = `${season} ${s}, ${episode} ${e}`;
  return [
    whole,
    whole.toUpperCase(),
    `${season} ${s} ${episode} ${e}`,
    `${season} ${s}: ${episode} ${e}`,
    `${season} ${s} · ${episode} ${e} – Xyz`,
    `Xyz – ${season} ${s} – ${episode} ${e}`,
    `${episode} ${e}, ${season} ${s}`,
    ...(of === undefined ? [] : [`${season} ${s}, ${episode} ${e} ${of} ${e + 5}`]),
    ...(ordinals
      ? [`${s}${ordinals[0]} ${e}${ordinals[1]}`, `Xyz - ${s}${ordinals[0]}, ${e}${ordinals[1]}`]
      : []),
    ...(short ? [`${short[0]}${s} ${short[1].trim()}${e}`, `${short[0]}${s}:${short[1]}${e} Xyz`] : []),
    ...(part && !dividesSeasons.has(part) ? [`${season} ${s}, ${part} ${e}`] : []),
  ];
}

function episodesOf({ tag, words: [, episode], ordinals, part, of }: LabelLanguage, e: number): string[] {
  if (tag === 'zh') return [`第${e}集`, `名 第${e}集`];
  return [
    `${episode} ${e}`,
    `${episode} ${e}: Xyz`,
    `Xyz – ${episode} ${e}`,
    ...(of === undefined ? [] : [`${episode} ${e} ${of} ${e + 5}`, `${episode} ${e}/${e + 5}`]),
    ...(ordinals ? [`${e}${ordinals[1]}`] : []),
    ...(part && of !== undefined ? [`${part} ${e} ${of} ${e + 5}`, `Xyz: ${part} ${e} ${of} ${e + 5}`] : []),
  ];
}

function uncertainOf({ words: [, episode], part, of, next, tag }: LabelLanguage, e: number): string[] {
  if (tag === 'zh') return [];
  return [
    `${episode} ${e}-${e + 1}`,
    ...(of === undefined ? [] : [`${episode} ${e + 5} ${of} ${e}`]),
    ...(part ? [`Xyz ${part} ${e}`] : []),
    ...(next ? [`${next}: ${episode} ${e}`] : []),
  ];
}

function unique(labels: readonly AttestedLabel[]): readonly AttestedLabel[] {
  return [...new Map(labels.map((one) => [one[1], one])).values()];
}
