import { plainTitle } from '../text/normalize-title';

/** The film or episode as a page states it, before it is resolved. */
export type Item = Readonly<{
  type: MediaType;
  /** Title of the film. For an episode the series is in `seriesTitle` and the episode in `episodeTitle`. */
  title?: string;
  seriesTitle?: string;
  /** 0 or more; season 0 holds the specials. */
  seasonNumber?: number;
  /** 1 or more. */
  episodeNumber?: number;
  /** For a video of several episodes ("E25-26"): the number of the last one. */
  lastEpisodeNumber?: number;
  episodeTitle?: string;
  /** Four digits: of the film, or of the series' first season. */
  year?: number;
  /** Language of the titles: `de`, `pt-BR`. */
  language?: string;
  ids?: ItemIds;
  /** Length of the work in seconds, as the page states it. */
  runtime?: number;
}>;

export type MediaType = 'movie' | 'episode';

/** Ids that a page states itself. For an episode they name the series, except `episodeTmdb`. */
export type ItemIds = Readonly<{
  tmdb?: number;
  imdb?: string;
  tvdb?: number;
  episodeTmdb?: number;
  /** The site's own id of the film or series, after the id of its connector: `netflix:81747912`. */
  site?: string;
}>;

/**
 * Whether an item is complete enough to ask a tracker: a film needs a title, or an id of TMDB or IMDb; an
 * episode the same of its series and its number or name, or its own id of TMDB.
 */
export function isReadable(item: Partial<Item>): item is Item {
  if (item.type === 'movie') return hasWorkId(item) || isText(item.title);
  return item.type === 'episode' && isReadableEpisode(item);
}

function isReadableEpisode(item: Partial<Item>): boolean {
  if (item.ids?.episodeTmdb !== undefined) return true;
  const hasSeries = hasWorkId(item) || isText(item.seriesTitle);
  return hasSeries && (item.episodeNumber !== undefined || isText(item.episodeTitle));
}

function hasWorkId({ ids }: Partial<Item>): boolean {
  return ids?.tmdb !== undefined || ids?.imdb !== undefined;
}

function isText(value: string | undefined): boolean {
  return value !== undefined && value.trim() !== '';
}

/** No field differs that both state: one may be a more exact reading of the other. */
export function agrees(a: Partial<Item>, b: Partial<Item>): boolean {
  if (a.type !== b.type || !isReadable(b)) return false;
  return (
    textFields.every((field) => agree(plain(a[field]), plain(b[field]))) &&
    numberFields.every((field) => agree(a[field], b[field]))
  );
}

const textFields = ['title', 'seriesTitle', 'episodeTitle'] as const;

const numberFields = ['seasonNumber', 'episodeNumber', 'lastEpisodeNumber', 'year'] as const;

function plain(title: string | undefined): string | undefined {
  return title === undefined ? undefined : plainTitle(title);
}

function agree<T>(one: T | undefined, other: T | undefined): boolean {
  return one === undefined || other === undefined || one === other;
}

/** The smallest share of the known length that a cut has. Episodes of a series vary more. */
export const leastShare: Readonly<Record<MediaType, number>> = { movie: 0.6, episode: 0.4 };

/** Seconds. A shorter length in a catalogue means that the runtime is unknown, or in another unit. */
export const shortestKnown = 60;
