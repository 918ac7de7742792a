import { draftMatch } from '../../../core/workbench/draft-match';
import type { Proposal, TaughtField } from '../../../core/workbench/page-facts';
import type { Definition, Source } from '../../../protocol/definition/definition';
import { textOf } from '../../reader/clean-text';
import type { PageAccess, ReadContext } from '../../reader/context';
import { matchPage } from '../../reader/match-page';
import { createMemory, whenAnswered } from '../../reader/memory';
import { readSources } from '../../reader/read-source';
import { parseSeasonEpisode } from '../../../core/text/season-episode';
import { replaceRegex } from '../../reader/regex';

/**
 * Reads this page like a draft for its address, so that a proposal is shown with the value that it really
 * gives.
 */
export function proposalContext(access: PageAccess, url: URL): ReadContext {
  const definition = {
    version: 1,
    id: 'draft',
    name: 'draft',
    hosts: [url.hostname],
    pages: [{ kind: 'watch', match: draftMatch(url.href), item: {} }],
  } as unknown as Definition;
  return {
    ...access,
    url,
    definition,
    memory: createMemory(),
    now: 0,
    values: { ...matchPage(definition, url)?.groups },
  };
}

/**
 * Tries a source and returns the value that it gives now, ignoring remembered values; undefined if there is
 * none.
 */
export async function tryProposal(
  proposal: Omit<Proposal, 'value'>,
  context: ReadContext,
): Promise<Proposal | undefined> {
  const { parsed } = context.memory;
  const fresh = { ...context, memory: { ...createMemory(), parsed } };
  const read = () => readSources([proposal.source as Source], 'proposal', fresh);
  const value = textOf(await whenAnswered(fresh.memory, read));
  return value === undefined ? undefined : { ...proposal, value: value.slice(0, 500) };
}

/** Whether an element overlaps the video. Such labels are visible only together with the controls. */
export function isOver(element: Element, video: Element | undefined): boolean {
  if (video === undefined) return false;
  const a = element.getBoundingClientRect();
  const b = video.getBoundingClientRect();
  return a.width > 0 && a.left < b.right && a.right > b.left && a.top < b.bottom && a.bottom > b.top;
}

type Draft = Readonly<Record<string, unknown>>;

const parts: Partial<Record<TaughtField, 'series' | 'season' | 'episode' | 'title'>> = {
  seriesTitle: 'series',
  seasonNumber: 'season',
  episodeNumber: 'episode',
  episodeTitle: 'title',
};

/**
 * How to read a field from a text such as "Show – S1 E2 – Title": a part of it, or all of it; undefined if it
 * is not in the text.
 */
export function fieldSource(field: TaughtField, source: Draft, raw: string): Draft | undefined {
  const parsed = strongNumbers(raw);
  const part = parts[field];
  if (part !== undefined && parsed?.[part] !== undefined)
    return {
      ...source,
      transforms: [...transformsOf(source), { seasonEpisode: part }, ...withoutExtras(field, parsed[part])],
    };
  return isWhole[field](raw, parsed) ? source : undefined;
}

/**
 * The length and the year after the title of an episode: "· 1 h 2 min · 2008". A year alone may be part of
 * the title ("1914–1918", "Berlin, 1945"), so it counts only after a separator with blanks on both sides.
 */
const LENGTH =
  '(?: ?\\d{1,3} ?(?:min(?:s|ut[a-z]{0,3})?|m|h|hrs?|std|dk|мин|хв|分|時間|분|시간|دقيقة)(?!\\p{L})\\.?){1,2}';

const YEAR = '(?:18|19|20)\\d\\d';

/** Next to a length, the blank before the separator is not needed, and a comma also separates. */
const BESIDE = `(?: ?(?:[·•|/] ?|[–—,-] )${YEAR})?`;

const EXTRAS = `(?:${BESIDE} ?[·•|–—,/-]${LENGTH}${BESIDE}| [·•|–—/-] ${YEAR})$`;

function withoutExtras(field: TaughtField, value: unknown): unknown[] {
  if (field !== 'episodeTitle' || typeof value !== 'string') return [];
  const bare = replaceRegex(EXTRAS, value, '');
  return bare === '' || bare === value ? [] : [{ replace: EXTRAS, with: '' }];
}

type Parsed = ReturnType<typeof parseSeasonEpisode>;

/** Whether a text consists of nothing but the value of a field. */
const isWhole: { readonly [Field in TaughtField]: (raw: string, parsed: Parsed) => boolean } = {
  title: (_, parsed) => parsed === undefined,
  seriesTitle: (_, parsed) => parsed === undefined,
  episodeTitle: (_, parsed) => parsed === undefined,
  seasonNumber: isNumber,
  episodeNumber: isNumber,
  year: (raw) => /(?:18[7-9]|19\d|20\d)\d/.test(raw) && raw.length < 40,
};

/** A single number with few other characters. */
function isNumber(raw: string, parsed: Parsed): boolean {
  return /^\D{0,20}\d{1,4}\D{0,3}$/.test(raw) && Object.keys(parsed ?? {}).length === 0;
}

/** The numbers of a text, if it is clear which is which; the reader's own parser accepts more. */
export function strongNumbers(text: string): Parsed {
  const parsed = text.length > 200 ? undefined : parseSeasonEpisode(text);
  if (parsed === undefined) return undefined;
  if (parsed.season !== undefined) return parsed;
  return parsed.episode !== undefined && /\p{L}/u.test(text) && text.length < 60 ? parsed : undefined;
}

function transformsOf(source: Draft): unknown[] {
  return Array.isArray(source['transforms']) ? (source['transforms'] as unknown[]) : [];
}
