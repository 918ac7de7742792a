import { correctedMedia } from '../../core/media/correction';
import type { Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { extentOfSession } from '../../core/session/deferred-crossing';
import type { Session } from '../../core/session/session';
import type { Settings } from '../../core/settings/settings';
import { correctionsStore } from '../../platform/storage/stores';
import { resolveRequest } from '../../protocol/tracker/resolve-request';
import type { AppContext } from '../context/context';
import type { CachedMatch } from '../context/database';
import { orWithoutStorage } from '../context/handler-error';
import { dropUnwrittenRecords, unwrittenMatch, writeRecord } from '../state/unwritten';
import { trackerUrl } from './account';

/** The key of a question about an item to the tracker in use. */
export type MatchKey = Pick<CachedMatch, 'key'>;

/** The key covers exactly what is asked: the same title with another year or id is another question. */
export async function matchKey(context: AppContext, item: Item, settings?: Settings): Promise<MatchKey> {
  const url = (await trackerUrl(context, settings)) ?? '';
  return { key: `${url}|${JSON.stringify(resolveRequest(item))}` };
}

/**
 * The tracker's answer to this question, while it is valid. An answer without media means that it knew no
 * title.
 */
export async function cachedMatch(context: AppContext, { key }: MatchKey): Promise<CachedMatch | undefined> {
  return validEntry(context, key, (media) => (media === undefined ? LONGEST_UNKNOWN : LONGEST_VALIDITY));
}

/** A note stored by `keepNote`. */
export async function keptNote(context: AppContext, key: string): Promise<CachedMatch | undefined> {
  return validEntry(context, key, () => LONGEST_VALIDITY);
}

/**
 * The entry under a key, unless it has expired, or was stored while the clock was ahead: such an entry would
 * never expire.
 */
async function validEntry(
  { database, now }: AppContext,
  key: string,
  longest: (media: CachedMatch['media']) => number,
): Promise<CachedMatch | undefined> {
  const cached = (await unwrittenMatch(key)) ?? (await database.get('matches', key));
  if (cached === undefined) return undefined;
  const left = cached.expires - now();
  return left > 0 && left <= longest(cached.media) ? cached : undefined;
}

/**
 * The key of an account's note about a title. It never equals the key of a question, which begins with an
 * address. `kind`: none for the note that says when the title was last watched, as far as it was sent.
 */
export function noteKey(
  account: string,
  { type, tmdbId, id, seasonNumber, episodeNumber }: Media,
  ...kind: 'marked'[]
): string {
  const about = [...kind, type, tmdbId ?? `#${id}`, seasonNumber, episodeNumber];
  return `${NOTE}${about.join('|')}@${account}`;
}

const NOTE = 'note|';

/** Stores a note among the answers for 30 days from `since`. It expires and is erased like them. */
export async function keepNote(context: AppContext, key: string, since: number): Promise<void> {
  const value = { key, candidates: [], expires: since + LONGEST_VALIDITY };
  await writeRecord(context, { store: 'matches', value });
}

/**
 * The possible lengths of the session's title in seconds, best match first; `undefined` until the tracker has
 * answered. A corrected title is taken to be as long as it plays.
 */
export async function runtimesOf(
  context: AppContext,
  settings: Settings,
  session: Session | undefined,
): Promise<Session['runtimes']> {
  if (session === undefined) return undefined;
  const { item, playback } = session;
  const answer = async () => context.database.get('matches', (await matchKey(context, item, settings)).key);
  const { runtimes = (await orWithoutStorage(answer))?.runtimes } = session;
  if (extentOfSession({ item, playback, runtimes }) === 'whole') return runtimes;
  return correctedMedia(item, await correctionsStore.get()) ? [playback.duration] : runtimes;
}

/**
 * Gives an account the notes of all sign-ins at its tracker, because a person has said that they are theirs.
 * Notes of another tracker stay apart: other positions were sent there, and its ids name other titles.
 */
export async function claimNotes({ database }: AppContext, account: string): Promise<void> {
  const { store, done } = database.transaction('matches', 'readwrite');
  const notes = await store.getAll(IDBKeyRange.bound(NOTE, `${NOTE}\uffff`));
  // The latest note is written last, so it wins.
  const tracker = `@${account.slice(0, account.indexOf('#') + 1)}`;
  const inOrder = notes.filter(({ key }) => key.includes(tracker)).toSorted((a, b) => a.expires - b.expires);
  const claim = (note: CachedMatch) =>
    store.put({ ...note, key: note.key.slice(0, note.key.indexOf('@') + 1) + account });
  await Promise.all([...inOrder.map(claim), done]);
}

/** Stores an answer, and removes an expired one, which bounds the cache. */
export async function storeMatch(
  context: AppContext,
  answer: Omit<CachedMatch, 'expires'>,
): Promise<CachedMatch> {
  const { now, random } = context;
  const validity = answer.media ? LONGEST_VALIDITY : LONGEST_UNKNOWN * (1 - random() / 5);
  const match = { ...answer, expires: now() + validity };
  await writeRecord(context, { store: 'matches', value: match });
  await orWithoutStorage(async () => removeExpired(context));
  return match;
}

async function removeExpired({ database, now }: AppContext): Promise<void> {
  const transaction = database.transaction('matches', 'readwrite');
  const remove = async () => {
    const expired = await transaction.store.index('expires').openCursor(IDBKeyRange.upperBound(now()));
    await expired?.delete();
  };
  await Promise.all([remove(), transaction.done]);
}

/**
 * Removes entries that were stored while the clock was ahead. They say nothing about what is watched after
 * the clock was set back, even when it has caught up with them. Call this while the clock is behind:
 * `validEntry` recognizes such entries only then.
 */
export async function forgetAhead({ database, now }: AppContext): Promise<void> {
  const ahead = IDBKeyRange.lowerBound(now() + LONGEST_VALIDITY, true);
  const keys = await database.getAllKeysFromIndex('matches', 'expires', ahead);
  await Promise.all(keys.map((key) => database.delete('matches', key)));
}

/**
 * Makes the next look-up ask the tracker again: a person wants it to, or the media it named no longer exists.
 */
export async function forgetMatches(context: AppContext, items: Item[]): Promise<void> {
  const questions = await Promise.all(items.map((item) => matchKey(context, item)));
  // Drops all unwritten records; the lost ones are asked for once more.
  await dropUnwrittenRecords();
  const transaction = context.database.transaction('matches', 'readwrite');
  await Promise.all([...questions.map(({ key }) => transaction.store.delete(key)), transaction.done]);
}

/** 30 days in milliseconds; the media of a title rarely changes. */
export const LONGEST_VALIDITY = 30 * 86_400_000;

/**
 * Milliseconds. A tracker may learn a title that it did not know, so it is asked again after 30 to 37.5
 * minutes.
 */
const LONGEST_UNKNOWN = 37.5 * 60_000;
