import { defined } from '../../core/values/defined';
import type { MediaItem } from '../../protocol/tracker/media-item';
import type { WidgetItem } from '../../protocol/tracker/widgets';
import { createAllowance, type Title, CatalogueError } from '../catalogue/catalogue';
import type { Service } from '../http/environment';
import { mediaKey } from '../../core/library/media-key';
import type { SessionRow, OpenType } from '../store/sessions';
import { toMediaItems, type ItemRow } from './media-item';
import { type NextEpisode, findUpNext } from './up-next';
import type { Reader } from './media-records';

/** A part of a list. */
export type Slice = Readonly<{
  limit: number;
  offset: number;
  isMinimal: boolean;
}>;

/** A part of a list, and the number of entries of the whole list. */
export type Sliced<T> = Readonly<{
  items: T[];
  total: number;
}>;

/** The unfinished titles, last updated first. */
export async function openSessions(service: Service, reader: Reader, type: OpenType, slice: Slice) {
  const { sessions } = service.store;
  const rows = await sessions.open(reader.userId, type, slice);
  const media = await toMediaItems(service, rows, reader, slice.isMinimal);
  const items = media.map((item, index) => ({ ...item, ...positionOf(rows[index]) }));
  return { items, total: await sessions.countOpen(reader.userId, type) };
}

function positionOf(row: SessionRow | undefined) {
  const { progress = 0, duration = 0, updatedAt = 0 } = row ?? {};
  const mediaId = row?.type === 'movie' ? row.tmdbId : row?.episodeId;
  return {
    progress,
    duration,
    progressPercent: duration === 0 ? 0 : Math.min(100, Math.round((progress / duration) * 1000) / 10),
    updatedAt: new Date(updatedAt).toISOString(),
    ...defined({ mediaId: mediaId ?? undefined }),
  };
}

/** The next episode of each series: an unfinished one, or the one after the last watched. */
export async function upNextEpisodes(service: Service, reader: Reader, slice: Slice) {
  const { unfinished, following } = await findUpNext(service, reader.userId);
  const begun = unfinished.filter(({ type, tmdbId }) => type === 'episode' && tmdbId !== null);
  const all = [...begun.map((row) => ({ row })), ...following.map((next) => ({ next }))];
  const shown = all.slice(slice.offset, slice.offset + slice.limit);
  const rows = shown.map((entry) => ('row' in entry ? entry.row : titleRow(entry.next.title)));
  const media = await toMediaItems(service, rows, reader, slice.isMinimal);
  const items = shown.map((entry, index) => {
    const item = media[index] ?? { type: 'episode' as const };
    return 'row' in entry ? toBegun(item, entry.row) : toFollowing(item, entry.next);
  });
  return { items, total: all.length };
}

function toBegun(item: MediaItem, row: SessionRow) {
  const { tmdbId, episodeId, seasonNumber, episodeNumber, episodeTitle, progress, duration } = row;
  return {
    ...toNext(item, tmdbId ?? 0, {
      id: episodeId,
      seasonNumber: seasonNumber ?? 0,
      episodeNumber: episodeNumber ?? 0,
      title: episodeTitle,
      airDate: null,
    }),
    progress,
    duration,
  };
}

function toFollowing(item: MediaItem, { showId, title }: NextEpisode) {
  const {
    episodeId = null,
    seasonNumber = 0,
    episodeNumber = 0,
    episodeTitle = null,
    airDate = null,
  } = title;
  return toNext(item, showId, { id: episodeId, seasonNumber, episodeNumber, title: episodeTitle, airDate });
}

type NextRow = Readonly<{
  id: number | null;
  seasonNumber: number;
  episodeNumber: number;
  title: string | null;
  airDate: string | null;
}>;

function toNext(item: MediaItem, showId: number, { id, title, ...next }: NextRow) {
  const nextEpisode = { ...next, ...defined({ id: id ?? undefined, title: title ?? undefined }) };
  return { ...item, showId, ...defined({ showTitle: item.title }), nextEpisode };
}

/** A title of the catalogue as a row of the store. */
export function titleRow(title: Title): ItemRow {
  const { type, tmdbId, episodeId, seasonNumber, episodeNumber, episodeTitle = null, year = null } = title;
  const media = mediaKey({ type, tmdbId, ...defined({ episodeId, seasonNumber, episodeNumber }) });
  return { media, episodeId: episodeId ?? null, title: title.title, episodeTitle, year };
}

/** The last viewings, each title once. */
export async function recentlyWatched(service: Service, reader: Reader, slice: Slice) {
  const { watchedTitles } = service.store;
  const { userId } = reader;
  const rows = await watchedTitles.list(userId, { ...slice, type: 'all', order: 'desc' });
  const media = await toMediaItems(service, rows, reader, slice.isMinimal);
  const items = media.map((item, index) => ({
    ...item,
    watchedAt: new Date(rows[index]?.watchedAt ?? 0).toISOString(),
  }));
  return { items, total: await watchedTitles.count(userId, 'all') };
}

/** Maximum requests to the film database for one list of upcoming episodes. */
const REQUEST_LIMIT = 4;

/** Maximum series whose next episode is looked up. */
const SHOW_LIMIT = 50;

/**
 * The next episodes, by air date, of series that the person watches or has as watchlist entry or favorite.
 */
export async function upcomingEpisodes(
  service: Service,
  reader: Reader,
  slice: Slice,
): Promise<Sliced<WidgetItem>> {
  const { catalogue } = service;
  const allowance = createAllowance({ requests: REQUEST_LIMIT });
  const found: Title[] = [];
  for (const show of await followedShows(service, reader.userId)) {
    const title = await orNothing(async () => catalogue.coming?.(show, allowance));
    if (title !== undefined) found.push(title);
  }
  return toUpcoming(service, reader, sliceOf(found.toSorted(byDate), slice));
}

async function followedShows({ store }: Service, userId: string): Promise<Set<number>> {
  const watched = (await store.sessions.lastEpisodes(userId)).flatMap(({ tmdbId }) => tmdbId ?? []);
  const part = { type: 'tv', sort: 'addedAt:desc', limit: SHOW_LIMIT, offset: 0 } as const;
  const listed = await store.shelves.list(userId, 'watchlist', part);
  const liked = await store.shelves.list(userId, 'favorites', part);
  const kept = [...listed, ...liked].map(({ media }) => Number(media.split(':')[1]));
  return new Set([...watched, ...kept].slice(0, SHOW_LIMIT));
}

/** Films that are released in the next weeks. */
export async function upcomingFilms(
  service: Service,
  reader: Reader,
  slice: Slice,
): Promise<Sliced<WidgetItem>> {
  // The film database answers with pages of 20 films, whatever `slice` is.
  const first = Math.floor(slice.offset / RELEASES_OF_PAGE) + 1;
  const last = Math.floor((slice.offset + slice.limit - 1) / RELEASES_OF_PAGE) + 1;
  const allowance = createAllowance({ requests: last - first + 1 });
  const titles: Title[] = [];
  let total = 0;
  for (let page = first; page <= last; page += 1) {
    const found = await orNothing(async () => service.catalogue.releases?.(page, allowance));
    titles.push(...(found?.titles ?? []));
    total = found?.total ?? total;
    if ((found?.titles.length ?? 0) < RELEASES_OF_PAGE) break;
  }
  const skipped = slice.offset - (first - 1) * RELEASES_OF_PAGE;
  const items = titles.slice(skipped, skipped + slice.limit);
  return toUpcoming(service, reader, { items, total, isMinimal: slice.isMinimal });
}

const RELEASES_OF_PAGE = 20;

async function orNothing<T>(work: () => Promise<T>): Promise<T | undefined> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}

function byDate(a: Title, b: Title): number {
  return (a.airDate ?? '') < (b.airDate ?? '') ? -1 : 1;
}

function sliceOf<T>(all: T[], { limit, offset, isMinimal }: Slice) {
  return { items: all.slice(offset, offset + limit), total: all.length, isMinimal };
}

async function toUpcoming(
  service: Service,
  reader: Reader,
  { items: titles, total, isMinimal }: { items: Title[]; total: number; isMinimal: boolean },
): Promise<Sliced<WidgetItem>> {
  const media = await toMediaItems(service, titles.map(titleRow), reader, isMinimal);
  const items = media.map((item, index) => ({ ...item, airDate: titles[index]?.airDate ?? null }));
  return { items, total };
}
