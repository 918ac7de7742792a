import type { Service } from '../http/environment';
import type { StagedRow } from '../store/staged-rows';
import { goOn } from './imports/import-jobs';
import { episodesIn, findSeries, type SeriesView } from './series';
import { defined } from '../../core/values/defined';
import { CatalogueError } from '../catalogue/catalogue';
import { mediaKey, type MediaIds } from '../../core/library/media-key';
import type { Position } from '../../core/library/next-session';

/** The episodes to mark: a season, or all before one episode. Specials are marked only if `season` is 0. */
export type WatchedMark = Readonly<{
  tmdbId: number;
  season: number;
  /** If set, marks all episodes before this one, also of earlier seasons, instead of the whole season. */
  before?: number | undefined;
  /** Milliseconds since 1970. */
  watchedAt: number;
}>;

/** The import source (`imports.source`) of marked episodes. */
export const MARKED = 'Matinee, marked as watched';

/**
 * Adds a viewing for each episode of the mark that the person has not watched, as one import, so that all can
 * be undone together. Returns the import and the number of added viewings; `undefined` if there was nothing
 * to add.
 */
export async function markWatched(
  service: Service,
  userId: string,
  mark: WatchedMark,
): Promise<Readonly<{ id: string; added: number }> | undefined> {
  const series = await findSeries(service, userId, mark.tmdbId);
  const rows = episodesOf(series, mark).map((place, index) => toRow(series, place, mark.watchedAt + index));
  if (rows.length === 0) return undefined;
  const { imports } = service.store;
  const id = await imports.open(userId, { source: MARKED, unread: 0, rows, stage: (row) => row });
  await imports.setState(userId, id, 'storing');
  await goOn(service, userId, { id, state: 'storing' });
  return { id, added: (await imports.find(userId, id))?.added ?? 0 };
}

type SeasonPlace = Readonly<{
  season: number;
  episode: number;
}>;

function episodesOf({ seasons }: SeriesView, { season, before }: WatchedMark): SeasonPlace[] {
  const isMeant = (place: SeasonPlace): boolean => {
    if (before === undefined || place.season === 0 || season === 0)
      return place.season === season && (before === undefined || place.episode < before);
    return place.season < season || (place.season === season && place.episode < before);
  };
  return seasons
    .flatMap((one) =>
      episodesIn(one)
        .filter(({ times }) => times === 0)
        .map((episode) => ({ season: one.number, episode: episode.number })),
    )
    .filter(isMeant);
}

/** The times differ by one millisecond, so that the last episode is the latest viewing of the series. */
function toRow(
  { tmdbId, runtime = 0 }: SeriesView,
  { season, episode }: SeasonPlace,
  watchedAt: number,
): StagedRow {
  const ids = { type: 'episode', tmdbId, seasonNumber: season, episodeNumber: episode } as const;
  return {
    ids,
    question: '',
    row: JSON.stringify({ type: 'episode', tmdbId, seasonNumber: season, episodeNumber: episode }),
    id: undefined,
    progress: runtime,
    duration: runtime,
    startedAt: watchedAt,
    watchedAt,
    halves: undefined,
    ratedAt: undefined,
  };
}

/** The id of an added viewing, and the position of the open session that it has replaced. */
type AddedViewing = Readonly<{
  id: string;
  open: Position | undefined;
}>;

/**
 * Adds a viewing of a film or an episode, with the length of its open session or of the catalogue. Deletes
 * the open session. `watchedAt`: milliseconds since 1970.
 */
export async function addWatched(
  service: Service,
  userId: string,
  ids: MediaIds,
  watchedAt: number,
): Promise<AddedViewing> {
  const { sessions, playback, viewings } = service.store;
  const [open] = await sessions.openAmong(userId, [mediaKey(ids)]);
  const duration = open?.duration || (await runtimeOf(service, ids));
  if (open !== undefined) await playback.discard(userId, ids);
  const id = `page-${crypto.randomUUID()}`;
  await viewings.put(userId, id, {
    ids,
    position: { progress: duration, duration },
    startedAt: Math.max(0, watchedAt - duration * 1000),
    watchedAt,
  });
  return { id, open };
}

/** Seconds; 0 if the catalogue does not know the title or is unavailable. */
async function runtimeOf({ catalogue }: Service, { episodeId, ...ids }: MediaIds): Promise<number> {
  try {
    const [title] = await catalogue.resolve({ ...ids, ...defined({ id: episodeId }) });
    return title?.runtime ?? 0;
  } catch (error) {
    if (error instanceof CatalogueError) return 0;
    throw error;
  }
}
