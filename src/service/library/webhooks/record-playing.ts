import { longestTitleSeconds, minimumPlaySeconds, watchedThreshold } from '../../../core/session/thresholds';
import type { Position } from '../../../core/library/next-session';
import type { Service } from '../../http/environment';
import { type Title, CatalogueError } from '../../catalogue/catalogue';
import type { HeldReason, HeldTitle } from '../../store/held-titles';
import { findChosen, placeOf, positionOfHeld, UNKNOWN_LENGTH } from './chosen-title';
import { findPlayed, type FoundTitle } from './find-played';
import type { Playing, PlayedTitle, RatedTitle } from './playing';

/** Why nothing was stored. */
export type Reason =
  /** Nothing is played, or neither a film nor an episode. */
  | 'other'
  /** The report is from another account of the media server. */
  | 'account'
  /** The position is within the first 10 seconds, or missing. */
  | 'position'
  /** The title waits until the person has decided which one it is. */
  | 'held'
  /** The person has chosen not to record the title. */
  | 'left'
  /** The title is uncertain and cannot wait, because too many already do. */
  | 'unknown';

export type Context = Pick<Service, 'catalogue' | 'store' | 'now'>;

/**
 * Stores a media server's report like an update of `POST /scrobble`. Returns why nothing was stored. A title
 * that cannot be looked up waits, because media servers send nothing again.
 *
 * `accounts`: the accounts that count as the person's; empty: all except those that the server itself assigns
 * to another person.
 */
export async function recordPlaying(
  context: Context,
  userId: string,
  playing: Playing,
  accounts: string[],
): Promise<Reason | undefined> {
  if (!isOfPerson(playing, accounts)) return 'account';
  const reasons: (Reason | undefined)[] = [];
  for (const title of episodesOf(playing.title))
    reasons.push(await recordOrHold(context, userId, { ...playing, title }));
  if (!reasons.includes('held')) await recordAway(context, userId);
  return reasons.includes(undefined) ? undefined : reasons[0];
}

/** Maximum episodes of one file that are recorded. */
const MOST_EPISODES = 10;

/** A file with several episodes is played as one, so each of them has the position of the file. */
function episodesOf(title: PlayedTitle): PlayedTitle[] {
  const { type, episodeNumber: first, lastEpisodeNumber: last } = title;
  if (type === 'movie' || first === undefined || last === undefined || last <= first) return [title];
  const count = Math.min(last - first + 1, MOST_EPISODES);
  // The ids are those of the first episode, and the name may belong to all.
  return Array.from({ length: count }, (_, index) => ({
    ...title,
    ids: index === 0 ? title.ids : {},
    episodeNumber: first + index,
    episodeTitle: undefined,
  }));
}

async function recordOrHold(context: Context, userId: string, playing: Playing): Promise<Reason | undefined> {
  try {
    return await recordTitle(context, userId, playing);
  } catch (error) {
    if (error instanceof CatalogueError) return hold(context.store, userId, playing, 'away');
    throw error;
  }
}

/** Rejects with a `CatalogueError` if the look-up fails. */
async function recordTitle(
  { catalogue, store }: Context,
  userId: string,
  playing: Playing,
): Promise<Reason | undefined> {
  const isAtStart = isBeginning(playing);
  if (isAtStart && !playing.isBegun) return 'position';
  const found = await find({ catalogue, store }, userId, playing);
  if (found === 'none') return 'left';
  if (found.ids === undefined) return hold(store, userId, playing, reasonOf(playing.title, found.candidates));
  const position = positionOf(
    playing,
    playing.duration || (await runtimeOf(catalogue, playing.title, found)),
  );
  if (position === undefined) return 'position';
  if (isAtStart)
    return (await store.playback.beginAgain(userId, found.ids, position)) ? undefined : 'position';
  await store.playback.update(userId, found.ids, position, { isEnd: isEndOf(playing) });
  return undefined;
}

const isEndOf = ({ isPlayed, isMarked }: Playing) => isPlayed === true && isMarked !== true;

/** Finds a title by the person's earlier choice, otherwise by the server's statements. */
export async function find(
  { catalogue, store }: Pick<Context, 'catalogue' | 'store'>,
  userId: string,
  { title, duration }: Pick<Playing, 'title' | 'duration'>,
) {
  const chosen = await findChosen({ catalogue, store }, userId, title);
  if (chosen !== undefined) return chosen;
  const language = await store.preferences.languageOf(userId);
  const isWhole = title.lastEpisodeNumber === undefined;
  return findPlayed({ catalogue, language, duration: isWhole ? duration : undefined }, title);
}

/** An uncertain title waits on the page `/check`. */
async function hold(
  store: Service['store'],
  userId: string,
  playing: Playing,
  reason: HeldReason,
): Promise<Reason> {
  const { title, duration, isPlayed } = playing;
  const position = positionOf(playing, duration) ?? (isPlayed ? UNKNOWN_LENGTH : undefined);
  if (position === undefined) return 'position';
  const held = { ...placeOf(title), title: JSON.stringify(title), reason };
  const update = { position, isEnd: isEndOf(playing), isBegun: isBeginning(playing) };
  if (await store.heldTitles.hold(userId, held, update)) return 'held';
  return update.isBegun ? 'position' : 'unknown';
}

function reasonOf({ type }: PlayedTitle, candidates: Title[]): HeldReason {
  if (candidates.length === 0) return 'unknown';
  const isOneSeries = new Set(candidates.map(({ tmdbId }) => tmdbId)).size === 1;
  return type === 'episode' && isOneSeries ? 'order' : 'several';
}

export function orAway(error: unknown): 'away' {
  if (error instanceof CatalogueError) return 'away';
  throw error;
}

/**
 * Handles titles that could not be looked up when they were played: a title that is certain now is recorded
 * like a delayed update; any other waits for the person.
 */
export async function recordAway(context: Context, userId: string): Promise<void> {
  let failures = 0;
  for (const held of await context.store.heldTitles.away(userId)) {
    if ((await recordLate(context, userId, held).catch(orAway)) === 'away') failures += 1;
    if (failures > 1) return;
  }
}

/** Rejects with a `CatalogueError` if the look-up fails again. */
async function recordLate(context: Context, userId: string, held: HeldTitle): Promise<void> {
  const { store, now } = context;
  const title = JSON.parse(held.title) as PlayedTitle;
  const duration = held.duration > UNKNOWN_LENGTH.duration ? held.duration : undefined;
  const found = await find(context, userId, { title, duration });
  if (found !== 'none' && found.ids === undefined)
    return store.heldTitles.setReason(userId, held.id, reasonOf(title, found.candidates));
  if (found !== 'none') {
    if (held.duration > 0) {
      const position = await positionOfHeld(context, held, found);
      const age = Math.round((now() - (held.watchedAt ?? held.updatedAt)) / 1000);
      await store.playback.update(userId, found.ids, position, { age });
    }
    await store.heldRatings.apply(userId, held, found.ids);
  }
  return store.heldTitles.remove(userId, held);
}

function isBeginning({ isPlayed, progress }: Playing): boolean {
  return !isPlayed && (progress ?? 0) < minimumPlaySeconds;
}

/** Stores the rating of a film or an episode. An uncertain title waits for the person with its rating. */
export async function recordRating(
  { catalogue, store, now }: Context,
  userId: string,
  rated: RatedTitle,
  accounts: string[],
): Promise<Reason | undefined> {
  if (!isOfPerson(rated, accounts)) return 'account';
  const found = await find({ catalogue, store }, userId, rated).catch(orAway);
  if (found === 'none') return 'left';
  const rating = Math.round(rated.rating * 2) / 2;
  // 0: the person has removed the rating.
  const stored = rating < 1 ? null : Math.min(10, rating);
  const held = { ...placeOf(rated.title), title: JSON.stringify(rated.title), reason: 'away' } as const;
  if (found === 'away' || found.ids === undefined) {
    const reason = found === 'away' ? 'away' : reasonOf(rated.title, found.candidates);
    const isHeld = await store.heldRatings.hold(userId, { ...held, reason }, 2 * (stored ?? 0));
    return isHeld ? 'held' : 'unknown';
  }
  // Removes an earlier rating of the title that still waits.
  await store.heldRatings.hold(userId, held, 0);
  await store.ratings.set(userId, found.ids, stored, now());
  return undefined;
}

export function isOfPerson(
  { account = '', isOfAnother = false }: Pick<Playing, 'account' | 'isOfAnother'>,
  accounts: string[],
): boolean {
  if (accounts.length === 0) return !isOfAnother;
  return accounts.some((name) => name.toLowerCase() === account.toLowerCase());
}

/** The length in seconds, for a server that does not state it. */
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

/** A title played to its end is at 90 %, which is watched, even if the server has reset its position. */
function positionOf({ progress = 0, isPlayed }: Playing, duration: number | undefined): Position | undefined {
  if (duration === undefined || duration === 0 || duration > longestTitleSeconds) return undefined;
  const isWatched = isPlayed && progress < watchedThreshold * duration;
  return {
    progress: isWatched ? Math.ceil(watchedThreshold * duration) : Math.min(progress, duration),
    duration,
  };
}
