import { Hono, type Context } from 'hono';
import type { Env, Service } from '../http/environment';
import { addWatched, markWatched } from '../library/mark-watched';
import { addForCompanion } from '../library/title-marks';
import type { ListRow } from '../store/lists';
import { removalLimit } from '../store/removed-viewings';
import type { Shelf } from '../store/shelves';
import { field, idsOfWork, SHELVED, WORK, readFormTime, backPath, withDone, type Done } from './forms';
import { requireUser } from './signed-in';
import { undo } from './title-undo';
import { wordsOf } from './layout';

/**
 * Actions on a title, sent from any page that shows it:
 * - `POST /title`: `do`, a verb of `VERBS` with its values; `back`, the page to return to; `at`, a time in
 *   the person's zone.
 * - `POST /title/undo`: `undo`, the text in the notice of the action; `back`.
 */
export function titleChangePages(service: Service) {
  return new Hono<Env>()
    .use('/title', requireUser(service))
    .use('/title/*', requireUser(service))
    .post('/title', (c) => change(c, service))
    .post('/title/undo', async (c) => {
      const form = await c.req.parseBody();
      const done = await undo(service, c.get('user').id, field(form, 'undo'));
      return c.redirect(withDone(backPath(form), done), 303);
    });
}

async function change(c: Context<Env>, service: Service): Promise<Response> {
  const form = await c.req.parseBody();
  const [verb = '', ...values] = field(form, 'do').split(' ');
  const anchor = /^#([\w-]{1,80})$/.exec(values.at(-1) ?? '')?.[1];
  const at = readFormTime(service, wordsOf(c).zone, form);
  const person = {
    service,
    userId: c.get('user').id,
    form,
    at: field(form, 'at') === '' ? service.now() : at,
  };
  const done = await VERBS.get(verb)?.(person, values);
  return c.redirect(withDone(backPath(form), done, anchor), 303);
}

type Changer = Readonly<{
  service: Service;
  userId: string;
  form: Record<string, unknown>;
  /** The time in the form, by default now. `undefined`: the form contains an invalid time. */
  at: number | undefined;
}>;

/** Carries out an action. `undefined`: the values are invalid, so nothing is done. */
type Verb = (person: Changer, values: string[]) => Promise<Done | undefined>;

const VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ['watch', watch],
  ['unwatch', unwatch],
  ['up-to', markUpTo],
  ['season', markSeason],
  ['rate', rate],
  ['review', review],
  ['watchlist', (person, values) => keep(person, 'watchlist', values)],
  ['favorites', (person, values) => keep(person, 'favorites', values)],
  ['list', putInList],
  ['place', place],
  ['forget', forget],
  ['remove', remove],
  ['with', addWith],
  ['drop', (person, values) => drop(person, values, true)],
  ['take-back', (person, values) => drop(person, values, false)],
]);

async function watch({ service, userId, at }: Changer, [work = '']: string[]): Promise<Done | undefined> {
  const ids = idsOfWork(work);
  if (ids === undefined) return undefined;
  if (at === undefined) return { done: 'wrong_time' };
  const { id, open } = await addWatched(service, userId, ids, at);
  const before = open === undefined ? [] : [work, open.progress, open.duration];
  return { done: 'viewing_added', undo: ['viewing', id, ...before].join('~') };
}

async function unwatch({ service, userId }: Changer, [work = '']: string[]): Promise<Done | undefined> {
  const ids = idsOfWork(work);
  if (ids === undefined) return undefined;
  const { viewings, removedViewings } = service.store;
  const found = await viewings.idsOf(userId, ids, removalLimit);
  return removed(await removedViewings.remove(userId, found));
}

async function addWith(
  { service, userId }: Changer,
  [id = '', other = '']: string[],
): Promise<Done | undefined> {
  if (!(await addForCompanion(service, userId, id, other))) return undefined;
  return { done: 'added_with', undo: `with~${id}~${other}` };
}

async function remove({ service, userId }: Changer, [id = '']: string[]): Promise<Done> {
  return removed(await service.store.removedViewings.remove(userId, [id]));
}

function removed({ removal, count }: Readonly<{ removal: string; count: number }>): Done {
  return { done: 'removed_count', count, undo: `removal~${removal}` };
}

/** Marks an episode and all earlier episodes as watched. */
async function markUpTo({ service, userId, at }: Changer, [work = '']: string[]): Promise<Done | undefined> {
  const { tmdbId, seasonNumber, episodeNumber } = idsOfWork(work) ?? {};
  if (tmdbId === undefined || seasonNumber === undefined || episodeNumber === undefined) return undefined;
  if (at === undefined) return { done: 'wrong_time' };
  const mark = { tmdbId, season: seasonNumber, before: episodeNumber + 1, watchedAt: at };
  return marked(await markWatched(service, userId, mark));
}

async function markSeason({ service, userId, at }: Changer, [show = '', number = '']: string[]) {
  if (!/^[1-9]\d{0,14}$/.test(show) || !/^\d{1,5}$/.test(number)) return undefined;
  if (at === undefined) return { done: 'wrong_time' } as const;
  const mark = { tmdbId: Number(show), season: Number(number), watchedAt: at };
  return marked(await markWatched(service, userId, mark));
}

/** The result of a mark. `marks` is `undefined` if there was nothing to mark. */
export function marked(marks: Readonly<{ id: string; added: number }> | undefined): Done {
  return { done: 'marked_count', count: marks?.added ?? 0, undo: marks && `import~${marks.id}` };
}

async function rate(
  { service, userId }: Changer,
  [work = '', stars = '']: string[],
): Promise<Done | undefined> {
  const rating = Number(stars);
  if (!WORK.test(work) || !/^(?:\d|10)$/.test(stars)) return undefined;
  const { ratings, removedEntries } = service.store;
  const undo = await removedEntries.grade(userId, work);
  if (rating === 0) await ratings.ungrade(userId, work, service.now());
  else await ratings.grade(userId, { media: work, rating, ratedAt: service.now() });
  return { done: 'saved', undo: undo && `entry~${undo}` };
}

const REVIEW = 10_000;

/** Stores a review. A review belongs to a rating; if there is none yet, the form states one in `stars`. */
async function review({ service, userId, form }: Changer, [work = '']: string[]): Promise<Done | undefined> {
  const { ratings, removedEntries } = service.store;
  const rating = (await ratings.gradesOf(userId, [work])).get(work) ?? Number(field(form, 'stars'));
  if (!WORK.test(work) || !(Number.isInteger(rating * 2) && rating >= 1 && rating <= 10)) return undefined;
  const text = field(form, 'review').trim().slice(0, REVIEW);
  const undo = await removedEntries.grade(userId, work);
  await ratings.grade(userId, { media: work, rating, review: text, ratedAt: service.now() });
  return { done: 'saved', undo: undo && `entry~${undo}` };
}

async function keep(
  { service, userId }: Changer,
  shelf: Shelf,
  [work = '', on = '']: string[],
): Promise<Done | undefined> {
  if (!SHELVED.test(work)) return undefined;
  const { shelves, removedEntries } = service.store;
  if (on !== '1') return takenOut(await removedEntries.fromShelf(userId, shelf, work));
  const added = await shelves.addAll(userId, shelf, [work]);
  return { done: 'saved', undo: added === 0 ? undefined : `shelf~${work}~${shelf}` };
}

/** The result of a removal; `undefined` if the entry was not there. */
function takenOut(removal: string | undefined): Done | undefined {
  return removal === undefined ? undefined : { done: 'saved', undo: `entry~${removal}` };
}

/** Adds a title at the end of one of the person's lists, or removes it. */
async function putInList(
  person: Changer,
  [id = '', work = '', on = '']: string[],
): Promise<Done | undefined> {
  const { lists, removedEntries } = person.service.store;
  const list = await lists.find(id);
  if (list?.userId !== person.userId || !fits(list, work)) return undefined;
  if (on !== '1') return takenOut(await removedEntries.fromList(person.userId, id, work));
  if ((await lists.holding(person.userId, [work])).has(id)) return { done: 'saved' };
  if (!(await lists.put(person.userId, id, { media: work }))) return { done: 'list_full' };
  return { done: 'saved', undo: `listed~${id}~${work}` };
}

function fits({ kind }: ListRow, work: string): boolean {
  return kind === 'episode' ? idsOfWork(work)?.type === 'episode' : SHELVED.test(work);
}

/** Moves an entry of a list; `at` is its new position, from 0. */
async function place(
  { service, userId }: Changer,
  [id = '', work = '', at = '']: string[],
): Promise<Done | undefined> {
  if (!/^\d{1,5}$/.test(at)) return undefined;
  const before = await service.store.lists.change(userId, id, work, { position: Number(at) });
  return before === undefined ? undefined : { done: 'saved', undo: `placed~${id}~${work}~${String(before)}` };
}

/** Removes the stored position of a title that was begun and is not watched. */
async function forget({ service, userId }: Changer, [work = '']: string[]): Promise<Done | undefined> {
  const ids = idsOfWork(work);
  if (ids === undefined) return undefined;
  const [open] = await service.store.sessions.openAmong(userId, [work]);
  await service.store.playback.discard(userId, ids);
  if (open === undefined) return { done: 'not_continued' };
  return { done: 'not_continued', undo: `open~${work}~${String(open.progress)}~${String(open.duration)}` };
}

async function drop(
  { service, userId }: Changer,
  [show = '']: string[],
  isDropped: boolean,
): Promise<Done | undefined> {
  if (!/^[1-9]\d{0,14}$/.test(show)) return undefined;
  const { droppedShows } = service.store;
  if (isDropped) await droppedShows.drop(userId, Number(show));
  else await droppedShows.takeBack(userId, Number(show));
  return {
    done: isDropped ? 'dropped_now' : 'shown_again',
    undo: `dropped~${show}~${isDropped ? '0' : '1'}`,
  };
}
