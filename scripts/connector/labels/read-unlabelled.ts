import type { SavedCase } from '../../../src/protocol/cases-file';
import type { Definition } from '../../../src/protocol/definition/definition';
import { runCase } from '../run-case';

/** What a page reads when the label of its episode has no readable number. */
type UnlabelledReading = 'right' | 'episode' | 'nothing' | 'film' | 'wrong number';

export interface UnlabelledCase {
  readonly name: string;
  readonly reading: UnlabelledReading;
}

/**
 * Reads every episode of a site with its number replaced by `word` in the texts of the page; scripts and
 * attributes keep the number. Specials and recaps have such texts, and so may any episode after a redesign.
 * An episode must never be read as a film.
 */
export async function readUnlabelled(
  definition: Definition,
  cases: readonly SavedCase[],
  word: string,
): Promise<readonly UnlabelledCase[]> {
  const found: UnlabelledCase[] = [];
  for (const { name, html, case: one } of cases) {
    const { item, degraded } = one.expect;
    if (item?.type !== 'episode' || degraded) continue;
    const changed = withoutNumbers(html, word);
    if (changed === html) continue;
    const reading = { current: 'nothing' as UnlabelledReading };
    // oxlint-disable-next-line no-await-in-loop -- one document at a time
    await runCase(
      definition,
      { html: changed, pages: {}, case: { ...one, steps: [] } },
      async (_, __, read) => {
        reading.current = kindOf(read.reading?.item ?? {}, item);
      },
    );
    found.push({ name, reading: reading.current });
  }
  return found;
}

type Expected = NonNullable<SavedCase['case']['expect']['item']>;

function kindOf(item: Readonly<Record<string, unknown>>, expected: Expected): UnlabelledReading {
  const { type, seasonNumber = expected.seasonNumber, episodeNumber } = item;
  if (type === 'movie') return 'film';
  if (type !== 'episode') return 'nothing';
  if (episodeNumber === undefined) return 'episode';
  const isSame = episodeNumber === expected.episodeNumber && seasonNumber === expected.seasonNumber;
  return isSame ? 'right' : 'wrong number';
}

/** The texts of a page without "S1 E2", "Folge 3", "第4話" and the like; its scripts and attributes stay. */
export function withoutNumbers(html: string, word: string): string {
  let isScript = false;
  return html
    .split(/(<[^>]*>)/)
    .map((part) => {
      if (/^<(?:script|style)/i.test(part)) isScript = true;
      if (/^<\/(?:script|style)/i.test(part)) isScript = false;
      if (isScript || part.startsWith('<')) return part;
      return part.replaceAll(pair, word).replaceAll(single, word);
    })
    .join('');
}

const pair = /\p{L}{0,12}\.?[  ]?\d+[  ]?[:：,;·•|/–-]*[  ]*\p{L}{1,14}\.?[  ]?\d+/gu;
const words =
  'E|Ep\\.?|Episode|Episodio|Episódio|Épisode|Folge|Teil|Del|Avsnitt|Afl\\.?|Aflevering|Odc\\.?|Odcinek|' +
  'Bölüm|Capítulo|Cap\\.?|第';
const single = new RegExp(`(?<!\\p{L})(?:${words})[  ]?\\d+(?:話|集|회|화)?`, 'giu');
