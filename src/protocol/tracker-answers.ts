/**
 * The tolerant reading of what the interface description leaves as "unspecified": `data` of
 * `/media/resolve`, of a widget's address and of `/channels/{id}`. Known fields are taken under the
 * names that trackers use, unknown ones are passed over, text is cut, addresses must be http(s).
 * Anything without an id to scrobble with, or without a list where one is needed, is `undefined`.
 */
import type { Channel, ListItem, MediaCandidate, ResolvedMedia } from './tracker';

const longest = 300;
const mostItems = 100;

/** `data` of `/media/resolve`; `asked` is the type of the request, for an answer that does not repeat it. */
export function readResolvedMedia(data: unknown, asked: 'movie' | 'episode'): ResolvedMedia | undefined {
  const [first, ...rest] = hits(data).slice(0, mostItems);
  const media = first && readCandidate(first, asked);
  if (media === undefined) return undefined;
  const listed = isRecord(data) && Array.isArray(data['candidates']) ? data['candidates'] : rest;
  const candidates = listed.slice(0, 20).flatMap((hit) => (isRecord(hit) ? (readCandidate(hit, asked) ?? []) : []));
  return candidates.length > 0 ? { ...media, candidates } : media;
}

/** `data` of a widget: a list, or an object with a list under a usual name. `undefined`: neither. */
export function readListItems(data: unknown): ListItem[] | undefined {
  const list = firstList(data);
  return list?.slice(0, mostItems).flatMap((entry) => readListItem(entry) ?? []);
}

/** `data` of `/channels/{id}`. `undefined`: without a name there is nothing to show. */
export function readChannel(data: unknown, asked: string): Channel | undefined {
  if (!isRecord(data)) return undefined;
  const details = isRecord(data['channel']) ? data['channel'] : data;
  const title = readText(details, ['title', 'name']);
  if (title === undefined) return undefined;
  const lists = [data['lists'], details['lists']].find((value) => Array.isArray(value)) ?? [];
  return defined({
    id: readText(details, ['id']) ?? asked,
    title,
    description: readText(details, ['description', 'overview']),
    url: readAddress(details, ['url', 'link']),
    lists: (lists as unknown[]).slice(0, mostItems).flatMap((list, index) => readList(list, index) ?? []),
  });
}

function readList(list: unknown, index: number): Channel['lists'][number] | undefined {
  if (!isRecord(list)) return undefined;
  const title = readText(list, ['title', 'name']);
  if (title === undefined) return undefined;
  return { id: readText(list, ['id']) ?? String(index), title, items: readListItems(list) ?? [] };
}

function readListItem(entry: unknown): ListItem | undefined {
  if (!isRecord(entry)) return undefined;
  const title = readText(entry, ['title', 'name', 'seriesTitle']);
  if (title === undefined) return undefined;
  const type = entry['type'];
  const progress = entry['progress'];
  return defined({
    type: type === 'movie' || type === 'episode' || type === 'show' || type === 'channel' ? type : 'movie',
    title,
    subtitle: readText(entry, ['subtitle', 'episodeTitle']),
    tmdbId: readNumber(entry, ['tmdbId', 'tmdb_id', 'tmdb'], 1),
    channelId: readText(entry, ['channelId', 'channel_id']),
    posterUrl: readPoster(entry),
    url: readAddress(entry, ['url', 'link']),
    progress: typeof progress === 'number' && progress >= 0 && progress <= 1 ? progress : undefined,
    watchedAt: readText(entry, ['watchedAt', 'watched_at']),
  });
}

/** The hits of an answer, best first: the object itself, what it wraps, or the list that it holds. */
function hits(data: unknown): Record<string, unknown>[] {
  const list = Array.isArray(data) ? data : isRecord(data) ? [data['results'], data['items']].find(Array.isArray) : undefined;
  if (list !== undefined) return (list as unknown[]).filter(isRecord);
  if (!isRecord(data)) return [];
  const inner = [data['media'], data['item'], data['result'], data['movie']].find(isRecord);
  return [inner ?? data];
}

function readCandidate(hit: Record<string, unknown>, asked: 'movie' | 'episode'): MediaCandidate | undefined {
  const type = hit['type'] === 'movie' || hit['type'] === 'episode' ? hit['type'] : asked;
  return type === 'movie' ? readFilm(hit) : readEpisode(hit);
}

function readFilm(hit: Record<string, unknown>): MediaCandidate | undefined {
  const tmdbId = readNumber(hit, ['tmdbId', 'tmdb_id', 'tmdb'], 1) ?? readNumber(ids(hit), ['tmdb', 'tmdbId'], 1) ?? readNumber(hit, ['id'], 1);
  if (tmdbId === undefined) return undefined;
  return defined({ type: 'movie', tmdbId, title: readTitle(hit) ?? '', ...shared(hit, hit) });
}

/** An episode may be flat, or hold its series and itself as nested objects. */
function readEpisode(hit: Record<string, unknown>): MediaCandidate | undefined {
  const show = [hit['show'], hit['series'], hit['tvShow'], hit['tv_show']].find(isRecord);
  const episode = isRecord(hit['episode']) ? hit['episode'] : hit;
  const tvShowId =
    readNumber(hit, ['tvShowId', 'tv_show_id', 'showId', 'show_id', 'seriesId'], 1) ??
    (show && (readNumber(show, ['tmdbId', 'tmdb_id'], 1) ?? readNumber(ids(show), ['tmdb', 'tmdbId'], 1) ?? readNumber(show, ['id'], 1))) ??
    (show === undefined ? (readNumber(hit, ['tmdbId', 'tmdb_id', 'tmdb'], 1) ?? readNumber(ids(hit), ['tmdb', 'tmdbId'], 1)) : undefined);
  const id = readNumber(episode, ['id', 'episodeId', 'episode_id'], 1);
  const seasonNumber = readNumber(episode, ['seasonNumber', 'season_number', 'season'], 0) ?? readNumber(hit, ['seasonNumber', 'season_number', 'season'], 0);
  const episodeNumber = readNumber(episode, ['episodeNumber', 'episode_number', 'number', 'episode'], 1);
  const placed = tvShowId !== undefined && seasonNumber !== undefined && episodeNumber !== undefined;
  if (!placed && id === undefined) return undefined;
  const seriesTitle = (show && readTitle(show)) ?? readText(hit, ['seriesTitle', 'series_title', 'showTitle', 'show_title', 'showName']);
  const ownTitle = readTitle(episode);
  return defined({
    type: 'episode',
    tmdbId: tvShowId,
    tvShowId,
    id,
    seasonNumber,
    episodeNumber,
    title: seriesTitle ?? ownTitle ?? '',
    seriesTitle,
    episodeTitle: readText(hit, ['episodeTitle', 'episode_title']) ?? (ownTitle === seriesTitle ? undefined : ownTitle),
    ...shared(hit, show ?? hit),
  });
}

function shared(hit: Record<string, unknown>, main: Record<string, unknown>) {
  return {
    imdbId: readText(hit, ['imdbId', 'imdb_id', 'imdb']) ?? readText(ids(hit), ['imdb', 'imdbId']),
    year: readNumber(main, ['year'], 1870) ?? readYear(main),
    posterUrl: readPoster(main) ?? readPoster(hit),
    url: readAddress(hit, ['url', 'link']),
    runtime: readNumber(hit, ['runtime'], 1),
  };
}

function ids(hit: Record<string, unknown>): Record<string, unknown> {
  return [hit['ids'], hit['externalIds'], hit['external_ids']].find(isRecord) ?? {};
}

function readYear(hit: Record<string, unknown>): number | undefined {
  const date = readText(hit, ['releaseDate', 'release_date', 'firstAirDate', 'first_air_date']);
  const year = date === undefined ? undefined : /^(\d{4})-/.exec(date)?.[1];
  return year === undefined ? undefined : Number(year);
}

function readPoster(hit: Record<string, unknown>): string | undefined {
  const path = readText(hit, ['poster_path', 'posterPath']);
  if (path !== undefined && /^\/[\w.-]+$/.test(path)) return `https://image.tmdb.org/t/p/w185${path}`;
  return readAddress(hit, ['posterUrl', 'poster_url', 'poster', 'image']);
}

function readAddress(hit: Record<string, unknown>, names: string[]): string | undefined {
  const address = names.map((name) => hit[name]).find((value) => typeof value === 'string');
  return typeof address === 'string' && address.length <= 2000 && /^https?:\/\/\S+$/.test(address) ? address : undefined;
}

function readTitle(hit: Record<string, unknown>): string | undefined {
  return readText(hit, ['title', 'name']);
}

/** The first of these fields that holds text; control characters out, cut to what can be shown. */
function readText(hit: Record<string, unknown>, names: string[]): string | undefined {
  for (const name of names) {
    const value = hit[name];
    const text = typeof value === 'number' ? String(value) : value;
    if (typeof text !== 'string') continue;
    const clean = text.slice(0, longest * 4).replace(/\p{Cc}+/gu, ' ').trim().slice(0, longest);
    if (clean !== '') return clean;
  }
  return undefined;
}

/** The first of these fields that holds a whole number, also written as text, of at least `minimum`. */
function readNumber(hit: Record<string, unknown>, names: string[], minimum: number): number | undefined {
  for (const name of names) {
    const value = hit[name];
    const number = typeof value === 'string' && /^\d{1,12}$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isSafeInteger(number) && number >= minimum) return number;
  }
  return undefined;
}

function firstList(data: unknown): unknown[] | undefined {
  if (Array.isArray(data)) return data as unknown[];
  if (!isRecord(data)) return undefined;
  return [data['items'], data['results'], data['entries']].find((value) => Array.isArray(value)) as unknown[] | undefined;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};

/** Absence is absence: drops the fields that hold `undefined`. */
function defined<const T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>;
}
