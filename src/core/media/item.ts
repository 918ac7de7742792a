import { plainTitle } from '../text/normalize-title';

/** The film or episode as a page states it, before anybody has looked it up. */
export interface Item {
  readonly type: MediaType;
  /** Title of the film. For an episode the series is in `seriesTitle` and the episode in `episodeTitle`. */
  readonly title?: string;
  readonly seriesTitle?: string;
  /** 0 or more; 0 holds the specials. */
  readonly seasonNumber?: number;
  /** 1 or more. */
  readonly episodeNumber?: number;
  readonly episodeTitle?: string;
  /** Four digits: of the film, or of the series' first season. */
  readonly year?: number;
  readonly ids?: ItemIds;
}

export type MediaType = 'movie' | 'episode';

/** Ids that a page states itself. For an episode they name the series, except `episodeTmdb`. */
export interface ItemIds {
  readonly tmdb?: number;
  readonly imdb?: string;
  readonly tvdb?: number;
  readonly episodeTmdb?: number;
}

/** Enough to ask a tracker about: a film needs a title or an id, an episode also its number or name. */
export function isReadable(item: Partial<Item>): item is Item {
  const named = item.ids?.tmdb !== undefined || item.ids?.imdb !== undefined;
  if (item.type === 'movie') return named || isText(item.title);
  if (item.type !== 'episode') return false;
  if (item.ids?.episodeTmdb !== undefined) return true;
  return (
    (named || isText(item.seriesTitle)) && (item.episodeNumber !== undefined || isText(item.episodeTitle))
  );
}

/** Nothing that both state contradicts: one may be the other, told more exactly. */
export function agrees(a: Partial<Item>, b: Partial<Item>): boolean {
  if (a.type !== b.type || !isReadable(b)) return false;
  const same = (one: string | undefined, other: string | undefined) =>
    one === undefined || other === undefined || plainTitle(one) === plainTitle(other);
  const equal = (one: number | undefined, other: number | undefined) =>
    one === undefined || other === undefined || one === other;
  return (
    same(a.title, b.title) &&
    same(a.seriesTitle, b.seriesTitle) &&
    same(a.episodeTitle, b.episodeTitle) &&
    equal(a.seasonNumber, b.seasonNumber) &&
    equal(a.episodeNumber, b.episodeNumber) &&
    equal(a.year, b.year)
  );
}

function isText(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '';
}
