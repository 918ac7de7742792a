import { longestTitleSeconds, minimumPlaySeconds, watchedThreshold } from '../../../core/session/thresholds';
import type { Service } from '../../http/environment';
import type { Position } from '../../store/playback';
import { findPlayed, type FoundTitle } from './find-played';
import type { Playing, PlayedTitle } from './playing';

/** Why nothing was stored. */
export type Reason =
  /** Nothing that is played, or no film and no episode. */
  | 'other'
  /** Another account of the media server. */
  | 'account'
  /** In the first 10 seconds, or no position was stated. */
  | 'position'
  /** Nothing is known by its ids, and not one work has its name. */
  | 'unknown';

type Context = Pick<Service, 'catalogue' | 'store'>;

/**
 * Stores what a media server says, as an update of `POST /scrobble`. Returns why nothing was stored. Rejects
 * with a `CatalogueError` where the title could not be looked up.
 *
 * `accounts`: the names of those whose playing is the person's; empty: all but those that the server itself
 * says are another person's.
 */
export async function recordPlaying(
  { catalogue, store }: Context,
  userId: string,
  playing: Playing,
  accounts: readonly string[],
): Promise<Reason | undefined> {
  if (!isOfPerson(playing, accounts)) return 'account';
  if (!playing.isPlayed && (playing.progress ?? 0) < minimumPlaySeconds) return 'position';
  const found = await findPlayed(catalogue, playing.title);
  if (found === undefined) return 'unknown';
  const position = positionOf(
    playing,
    playing.duration || (await runtimeOf(catalogue, playing.title, found)),
  );
  if (position === undefined) return 'position';
  await store.playback.update(userId, found.ids, position);
  return undefined;
}

function isOfPerson({ account = '', isOfAnother = false }: Playing, accounts: readonly string[]): boolean {
  if (accounts.length === 0) return !isOfAnother;
  return accounts.some((name) => name.toLowerCase() === account.toLowerCase());
}

/** Seconds, for a server that does not state how long a title is. */
async function runtimeOf(
  catalogue: Service['catalogue'],
  { type }: PlayedTitle,
  { ids, runtime }: FoundTitle,
): Promise<number | undefined> {
  if (runtime !== undefined || ids.tmdbId === undefined) return runtime;
  const { tmdbId, seasonNumber, episodeNumber } = ids;
  const place =
    seasonNumber === undefined || episodeNumber === undefined ? {} : { seasonNumber, episodeNumber };
  const [title] = await catalogue.resolve({ type, tmdbId, ...place });
  return title?.runtime;
}

/** What was played to its end is at 90 %, which is watched, even if the server has set it back. */
function positionOf({ progress = 0, isPlayed }: Playing, duration: number | undefined): Position | undefined {
  if (duration === undefined || duration === 0 || duration > longestTitleSeconds) return undefined;
  const isWatched = isPlayed && progress < watchedThreshold * duration;
  return {
    progress: isWatched ? Math.ceil(watchedThreshold * duration) : Math.min(progress, duration),
    duration,
  };
}
