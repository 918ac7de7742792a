import { defined } from '../../core/values/defined';
import type { MediaItem } from '../../protocol/tracker/media-item';
import { createAllowance, type Allowance, CatalogueError } from '../catalogue/catalogue';
import type { Service } from '../http/environment';
import { withIds, type MediaRow } from '../store/media';
import { episodeCode, type Reader, mediaPath, posterUrl } from './media-records';
import { nameMedia } from './name-media';

/** A film, series, season or episode, as the store returns it. */
export type ItemRow = Pick<MediaRow, 'media' | 'episodeId' | 'title' | 'episodeTitle' | 'year'>;

/** The facts in the key `media` of a row. */
export type ItemPlace = Readonly<{
  type: MediaItem['type'];
  /** The film or series. `undefined` for an episode known only by its own id. */
  workId: number | undefined;
  seasonNumber: number | undefined;
  episodeNumber: number | undefined;
}>;

const TYPES: Readonly<Record<string, MediaItem['type']>> = { show: 'tv', movie: 'movie', season: 'season' };

export function placeOf(media: string): ItemPlace {
  const [kind = '', first, season, episode] = media.split(':');
  const type = TYPES[kind] ?? 'episode';
  const isUnplaced = type === 'episode' && episode === undefined;
  return {
    type,
    workId: isUnplaced ? undefined : Number(first),
    seasonNumber: season === undefined ? undefined : Number(season),
    episodeNumber: episode === undefined ? undefined : Number(episode),
  };
}

/** Maximum requests to the film database for the names of one list. */
const REQUEST_LIMIT = 20;

/**
 * The entries of a list for these rows, in the same order. Looks up and stores missing names. `isMinimal`:
 * the entries contain only ids.
 */
export async function toMediaItems(
  service: Service,
  rows: ItemRow[],
  reader: Reader,
  isMinimal = false,
): Promise<MediaItem[]> {
  if (isMinimal) return rows.map((row) => idsOf(row));
  const named = await nameRows(service, rows);
  const works = named.flatMap(({ media }) => pictureOf(placeOf(media)) ?? []);
  const paths = await service.store.posters.paths([...new Set(works)]);
  return named.map((row) => toMediaItem(row, paths, reader));
}

function idsOf({ media, episodeId }: ItemRow): MediaItem {
  const { type, workId, seasonNumber, episodeNumber } = placeOf(media);
  if (type === 'movie' || type === 'tv') return defined({ type, id: workId, tmdbId: workId });
  const id = type === 'episode' ? (episodeId ?? undefined) : undefined;
  return defined({ type, id, tmdbId: id, tvShowId: workId, seasonNumber, episodeNumber });
}

function toMediaItem(row: ItemRow, paths: ReadonlyMap<string, string>, reader: Reader): MediaItem {
  const place = placeOf(row.media);
  const { type, workId } = place;
  const { origin } = reader;
  const title = titleOf(row, place, reader);
  const year = row.year ?? undefined;
  const kind = type === 'movie' ? 'movie' : 'episode';
  const path = pictureOf(place);
  return defined({
    ...idsOf(row),
    title,
    year,
    posterPath: (path === undefined ? undefined : paths.get(path)) || null,
    info: infoOf(row, place, title),
    art: defined({ poster: workId === undefined ? undefined : posterUrl(origin, kind, workId) }),
    subtitle: subtitleOf(row, place, reader),
    url: origin + pathOf(row, place),
  });
}

function infoOf(
  { episodeTitle, year }: ItemRow,
  { type, seasonNumber, episodeNumber }: ItemPlace,
  title: string,
) {
  return defined({
    title: (type === 'episode' ? episodeTitle : null) ?? title,
    mediatype: type === 'tv' ? 'tvshow' : type,
    tvshowtitle: type === 'episode' || type === 'season' ? title : undefined,
    year: year ?? undefined,
    season: seasonNumber,
    episode: episodeNumber,
  });
}

/** A title that the catalogue does not know is shown by its id: `Film 10378`. */
function titleOf({ title, episodeId }: ItemRow, { type, workId }: ItemPlace, { words }: Reader): string {
  if (title !== null) return title;
  if (workId === undefined) return words.text('episode_id', String(episodeId));
  return words.text(type === 'movie' ? 'film_id' : 'series_id', String(workId));
}

function subtitleOf(
  { year, episodeTitle }: ItemRow,
  { type, seasonNumber, episodeNumber }: ItemPlace,
  { words }: Reader,
): string | undefined {
  if (type === 'movie' || type === 'tv') return year === null ? undefined : String(year);
  if (type === 'season') return words.text('season_number', String(seasonNumber));
  const parts = [episodeCode(words, { seasonNumber, episodeNumber }), episodeTitle ?? undefined];
  return parts.filter((part) => part !== undefined).join(' · ') || undefined;
}

function pathOf({ episodeId }: ItemRow, { type, workId, ...place }: ItemPlace): string {
  if (type === 'tv' || type === 'season') return `/series/${String(workId)}`;
  const { seasonNumber = null, episodeNumber = null } = place;
  return mediaPath({ type, tmdbId: workId ?? null, episodeId, seasonNumber, episodeNumber });
}

/** The key under which the picture of a film or series is stored. */
function pictureOf({ type, workId }: ItemPlace): string | undefined {
  return workId === undefined ? undefined : `${type === 'movie' ? 'movie' : 'tv'}/${String(workId)}`;
}

async function nameRows(service: Service, rows: ItemRow[]): Promise<ItemRow[]> {
  const allowance = createAllowance({ requests: REQUEST_LIMIT });
  const viewed = rows.filter((row) => isViewed(row)).map((row) => withIds({ ...row }));
  const named = (await nameMedia(service, viewed, allowance)).values();
  const shows = await nameShows(service, rows, allowance);
  return rows.map((row) => {
    if (isViewed(row)) return named.next().value ?? row;
    return { ...row, ...shows.get(placeOf(row.media).workId ?? 0) };
  });
}

function isViewed({ media }: ItemRow): boolean {
  const { type } = placeOf(media);
  return type === 'movie' || type === 'episode';
}

type ShowName = Pick<ItemRow, 'title' | 'year'>;

/** Looks up and stores the missing names of series, which rows of series and seasons need. */
async function nameShows(
  service: Service,
  rows: ItemRow[],
  allowance: Allowance,
): Promise<ReadonlyMap<number, ShowName>> {
  const unnamed = rows.filter((row) => row.title === null && !isViewed(row));
  const ids = new Set(unnamed.flatMap(({ media }) => placeOf(media).workId ?? []));
  const found = new Map<number, ShowName>();
  for (const id of ids) {
    const name = await nameShow(service, id, allowance);
    if (name !== undefined) found.set(id, name);
  }
  for (const { media } of unnamed) {
    const { title = null, year } = found.get(placeOf(media).workId ?? 0) ?? {};
    if (title !== null)
      await service.store.media.setTitles(media, { title, ...defined({ year: year ?? undefined }) });
  }
  return found;
}

async function nameShow(
  { catalogue }: Service,
  tmdbId: number,
  allowance: Allowance,
): Promise<ShowName | undefined> {
  try {
    const first = { type: 'episode', tmdbId, seasonNumber: 1, episodeNumber: 1 } as const;
    const [series] = await catalogue.resolve(first, allowance);
    return series && { title: series.title, year: series.year ?? null };
  } catch (error) {
    // Skipped for now; the next list looks it up again.
    if (error instanceof CatalogueError) return undefined;
    throw error;
  }
}
