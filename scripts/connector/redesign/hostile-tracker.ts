import { judge, confidenceBar } from '../../../src/core/matching/judge';
import { isSameMedia, type Media } from '../../../src/core/media/media';
import type { Item } from '../../../src/core/media/item';
import { plainTitle } from '../../../src/core/text/normalize-title';
import { defined } from '../../../src/core/values/defined';

/** A title of a case, with the seconds that its player states. */
export interface KnownTitle {
  readonly item: Partial<Item>;
  readonly duration?: number | undefined;
}

/** What a tracker makes of an item that a page states. */
export type Answer = 'right' | 'review' | 'wrong';

/**
 * A tracker that makes matching hard. It knows every title in the cases of a site and, for each, a work of
 * the same name but the other type: a film for a series, a series for a film. The candidates are judged as
 * the worker judges them.
 */
export function hostileTracker(titles: readonly KnownTitle[]) {
  const works = worksOf(titles);
  return (read: Item, truth: KnownTitle, duration: number | undefined): Answer => {
    const candidates = works.flatMap((work) => candidatesOf(work, read, truth));
    const [best] = judge({ item: read, ...defined({ duration }) }, candidates);
    if (best === undefined || best.confidence < confidenceBar) return 'review';
    return isTruth(best.media, truth, works) ? 'right' : 'wrong';
  };
}

interface Work {
  readonly type: Item['type'];
  readonly name: string;
  readonly tmdbId: number;
  /** Seconds. */
  readonly runtime: number;
}

/** Seconds of a film, and of an episode, of which the cases state no duration. */
const usual = { movie: 6_000, episode: 2_700 } as const;

function worksOf(titles: readonly KnownTitle[]): readonly Work[] {
  const works = new Map<string, Work>();
  const add = (type: Item['type'], name: string, runtime: number) => {
    const key = `${type} ${plainTitle(name)}`;
    if (!works.has(key)) works.set(key, { type, name, tmdbId: works.size + 1, runtime });
  };
  for (const { item, duration } of titles) {
    const { type, name } = namedBy(item);
    if (name !== undefined) add(type, name, duration ?? usual[type]);
  }
  for (const { item } of titles) {
    const { type, name } = namedBy(item);
    const other = type === 'movie' ? 'episode' : 'movie';
    if (name !== undefined) add(other, name, usual[other]);
  }
  return [...works.values()];
}

function namedBy(item: Partial<Item>): { readonly type: Item['type']; readonly name: string | undefined } {
  return item.type === 'movie'
    ? { type: 'movie', name: item.title }
    : { type: 'episode', name: item.seriesTitle };
}

/** A series answers with the episode of the page and, for a page without a season, with that of the first. */
function candidatesOf({ type, name, tmdbId, runtime }: Work, read: Item, truth: KnownTitle): Media[] {
  const known = { tmdbId, runtime, titles: [{ title: name, language: 'en' }] };
  if (type === 'movie') return [{ ...known, type, title: name, originalTitle: name }];
  const { seasonNumber = 1, episodeNumber = 1 } = read;
  const isOwn = plainTitle(truth.item.seriesTitle ?? '') === plainTitle(name);
  const media: Media = {
    ...known,
    type,
    seriesTitle: name,
    originalTitle: name,
    seasonNumber,
    episodeNumber,
  };
  return isOwn ? [media, { ...media, ...episodeOf(truth) }] : [media];
}

function episodeOf({ item: { seasonNumber = 1, episodeNumber = 1, episodeTitle } }: KnownTitle) {
  return { seasonNumber, episodeNumber, ...defined({ title: episodeTitle }) };
}

function isTruth(media: Media, truth: KnownTitle, works: readonly Work[]): boolean {
  const { type, name = '' } = namedBy(truth.item);
  const work = works.find((one) => one.type === type && plainTitle(one.name) === plainTitle(name));
  const wanted = { type, ...defined({ tmdbId: work?.tmdbId }) };
  return isSameMedia(media, type === 'movie' ? wanted : { ...wanted, ...episodeOf(truth) });
}
