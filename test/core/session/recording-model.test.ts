import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Correction } from '../../../src/core/media/correction';
import { dueEntries, supersededIds } from '../../../src/core/outbox/schedule';
import type { Item } from '../../../src/core/media/item';
import type { Session } from '../../../src/core/session/session';
import { idleWatch } from '../../../src/core/session/tab-watch';
import { itemKey } from '../../../src/core/media/item-key';
import { applyResponse, type Outcome } from '../../../src/core/outbox/apply-response';
import { correctedMedia } from '../../../src/core/media/apply-correction';
import {
  enqueue,
  isSpent,
  pendingOf,
  type OutboxEntry,
  type Pending,
} from '../../../src/core/outbox/outbox-entry';
import {
  forget,
  isResumption,
  remember,
  type RecentlyWatched,
} from '../../../src/core/session/recently-watched';
import { applyCorrections } from '../../../src/core/outbox/apply-corrections';
import {
  forgetItem,
  forgetSession,
  rememberEvidence,
  earlierEvidence,
  type EarlierEvidence,
} from '../../../src/core/session/earlier-evidence';
import { reduceSession, type Rules, type Transition, type TabWatch } from '../../../src/core/session/reducer';
import { defined } from '../../../src/core/values/defined';

/**
 * The service's rule, in a few lines: below 90 % after a watched session begins another; reaching 90 % is one
 * entry.
 */
interface Toy {
  /** By account and title. */
  readonly latest: Map<string, { watched: boolean; progress: number }>;
  readonly history: { readonly account: Account; readonly id: number }[];
}

type Account = 'me' | 'you';

interface Model {
  /** All that a worker has when it starts: everything else is gone when it dies. */
  stored: {
    watching: TabWatch;
    outbox: Record<string, OutboxEntry>;
    recent: RecentlyWatched;
    seen: EarlierEvidence;
    corrections: readonly Correction[];
  };
  readonly toy: Toy;
  now: number;
  ids: number;
  /** Who is signed in; after a 401 nobody is, until somebody signs in again. */
  account: Account;
  signedOut: boolean;
  /** The worker ends in its next step, after the outbox was stored and before the session is. */
  dying: boolean;
  /** What truly happens in the one tab. */
  film: number;
  position: number;
  state: 'playing' | 'paused';
  viewings: Viewing[];
  /** Updates that waited for a hand, by their title. */
  parked: number[];
}

/** The oracle: one person's viewing of one film, in whole seconds, without any of the code under test. */
interface Viewing {
  readonly film: number;
  /** Seconds of the content that were played while this page was open; a reload begins anew. */
  seen: Set<number>;
  /** Who was signed in while it went on. */
  readonly accounts: Set<Account>;
  /** All that was ever played, also on evenings before that did not count. */
  everSeen: Set<number>;
  /** Long enough below 90 % for the tracker to hear of its beginning. */
  begun: boolean;
  must: boolean;
  may: boolean;
}

const films: readonly { readonly item: Item; readonly duration: number; readonly tmdbId: number }[] = [
  { item: { type: 'movie', title: 'Sintel' }, duration: 888, tmdbId: 1 },
  { item: { type: 'movie', title: 'Metropolis' }, duration: 600, tmdbId: 2 },
  {
    item: { type: 'episode', seriesTitle: 'Pioneer One', seasonNumber: 1, episodeNumber: 1 },
    duration: 1_250.4,
    tmdbId: 3,
  },
];

type Command =
  | { readonly do: 'play'; readonly seconds: number; readonly rate: number }
  | { readonly do: 'pause' | 'reload' | 'die' | 'die-storing' | 'leave' | 'doubt' | 'account' | 'sign-in' }
  | { readonly do: 'correct'; readonly film: number; readonly right: boolean }
  | { readonly do: 'seek'; readonly to: number }
  | { readonly do: 'next'; readonly film: number }
  | { readonly do: 'ad'; readonly seconds: number; readonly said: boolean }
  | { readonly do: 'wait'; readonly seconds: number }
  | { readonly do: 'deliver'; readonly answers: readonly Answer[] };
const answers = [
  'ok',
  'lost',
  '429',
  'in an hour',
  '500',
  'garbage',
  '400',
  '409',
  '404',
  '401',
  'worker dies',
] as const;
type Answer = (typeof answers)[number];

const command: fc.Arbitrary<Command> = fc.oneof(
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('play' as const),
      seconds: fc.integer({ min: 1, max: 500 }),
      rate: fc.constantFrom(1, 1, 1, 2, 16),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constantFrom('pause' as const, 'reload' as const, 'leave' as const) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('seek' as const),
      to: fc.double({ min: 0, max: 0.99, noNaN: true }),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('next' as const), film: fc.integer({ min: 0, max: 2 }) }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      do: fc.constant('ad' as const),
      seconds: fc.integer({ min: 5, max: 60 }),
      said: fc.boolean(),
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ do: fc.constant('wait' as const), seconds: fc.integer({ min: 1, max: 20_000 }) }),
  },
  { weight: 3, arbitrary: fc.record({ do: fc.constantFrom('die' as const, 'die-storing' as const) }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constantFrom('account' as const, 'sign-in' as const) }) },
  {
    weight: 1,
    arbitrary: fc.record({
      do: fc.constant('correct' as const),
      film: fc.integer({ min: 0, max: 2 }),
      right: fc.boolean(),
    }),
  },
  {
    weight: 5,
    arbitrary: fc.record({
      do: fc.constant('deliver' as const),
      answers: fc.array(fc.constantFrom<Answer>('ok', 'ok', 'ok', ...answers), {
        minLength: 1,
        maxLength: 6,
      }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('doubt' as const) }) },
);

/**
 * Watched to its end, another title for a moment, and again at a speed at which half of it passes before
 * confirmation.
 */
const begunAnewAtHighSpeed: Command[] = [
  { do: 'next', film: 1 },
  { do: 'play', seconds: 18, rate: 16 },
  { do: 'play', seconds: 253, rate: 1 },
  { do: 'next', film: 0 },
  { do: 'next', film: 1 },
  { do: 'play', seconds: 31, rate: 16 },
  { do: 'deliver', answers: ['ok'] },
  { do: 'play', seconds: 55, rate: 1 },
];

/** An ad interrupts minutes after another title has taken over: those minutes are not the first title's. */
const adDuringConfirmation: Command[] = [
  { do: 'next', film: 1 },
  { do: 'play', seconds: 421, rate: 1 },
  { do: 'next', film: 0 },
  { do: 'wait', seconds: 128 },
  { do: 'ad', seconds: 5, said: false },
];

/** The worker loses two reports of a pause, so that an ad seems to interrupt a playing film minutes later. */
const adAfterLostPause: Command[] = [
  { do: 'next', film: 1 },
  { do: 'play', seconds: 396, rate: 1 },
  { do: 'ad', seconds: 5, said: false },
  { do: 'die-storing' },
  { do: 'wait', seconds: 127 },
  { do: 'die-storing' },
  { do: 'next', film: 0 },
  { do: 'ad', seconds: 5, said: false },
];

/** An ad before the credits of a watched film, and the next title before the film was confirmed. */
const nextTitleSoonAfterAd: Command[] = [
  { do: 'play', seconds: 438, rate: 2 },
  { do: 'reload' },
  { do: 'ad', seconds: 30, said: false },
  { do: 'ad', seconds: 5, said: false },
  { do: 'deliver', answers: ['ok'] },
  { do: 'play', seconds: 1, rate: 1 },
  { do: 'next', film: 1 },
  { do: 'seek', to: 0 },
  { do: 'play', seconds: 1, rate: 1 },
];

/** A rewatch that is reloaded just before 90 %: the new session crosses before it has a start of its own. */
const rewatchReloadedBeforeCrossing: Command[] = [
  { do: 'play', seconds: 67, rate: 2 },
  { do: 'ad', seconds: 5, said: false },
  { do: 'play', seconds: 150, rate: 2 },
  { do: 'ad', seconds: 5, said: false },
  { do: 'play', seconds: 149, rate: 1 },
  { do: 'play', seconds: 167, rate: 1 },
  { do: 'leave' },
  { do: 'seek', to: 0 },
  { do: 'play', seconds: 352, rate: 2 },
  { do: 'reload' },
  { do: 'play', seconds: 7, rate: 16 },
];

const counterexamples: [Command[]][] = [
  [begunAnewAtHighSpeed],
  [adDuringConfirmation],
  [adAfterLostPause],
  [nextTitleSoonAfterAd],
  [rewatchReloadedBeforeCrossing],
];

test('every viewing that passed 90 % with evidence is recorded exactly once, whatever happens in between', () => {
  fc.assert(
    fc.property(fc.array(command, { minLength: 5, maxLength: 45 }), (commands) => {
      const model = createModel();
      for (const one of commands) run(model, one);
      run(model, { do: 'leave' });
      drain(model);
      for (const { tmdbId } of films) {
        const own = model.viewings.filter(({ film }) => films[film]?.tmdbId === tmdbId);
        const must = own.filter((viewing) => viewing.must).length;
        // Who lets an update lie that waits for a hand, while the title is watched again, breaks the order by
        // hand.
        const byHand = model.parked.filter((id) => id === tmdbId).length;
        expect(model.toy.history.filter(({ id }) => id % 10 === tmdbId).length).toBeGreaterThanOrEqual(
          byHand > 0 ? Math.min(must, 1) : must,
        );
        // Nobody's history holds what went on while somebody else was signed in. A crossing whose answer was
        // lost may stand under the title that the person corrected afterwards, and under the right one; but
        // under each of them once.
        for (const account of ['me', 'you'] as const) {
          const may = own.filter((viewing) => viewing.may && viewing.accounts.has(account)).length;
          const counts = [tmdbId, tmdbId + 10].map(
            (media) =>
              model.toy.history.filter((entry) => entry.account === account && entry.id === media).length,
          );
          expect(Math.max(...counts)).toBeLessThanOrEqual(may === 0 ? 0 : may + byHand);
        }
      }
      expect(
        Object.values(model.stored.outbox).filter(
          (entry) =>
            !isSpent(entry, false) && !supersededIds(Object.values(model.stored.outbox)).has(entry.id),
        ),
      ).toEqual([]);
    }),
    { numRuns: 150, examples: counterexamples },
  );
}, 30_000);

function createModel(): Model {
  const model: Model = {
    stored: { watching: idleWatch, outbox: {}, recent: {}, seen: [], corrections: [] },
    toy: { latest: new Map(), history: [] },
    now: Date.UTC(2026, 0, 1),
    ids: 0,
    account: 'me',
    signedOut: false,
    dying: false,
    film: 0,
    position: 0,
    state: 'paused',
    viewings: [],
    parked: [],
  };
  beginViewing(model, 0);
  return model;
}

function beginViewing(model: Model, film: number): void {
  Object.assign(model, { film, position: 0, state: 'paused' });
  const before = model.viewings.findLast(
    (viewing) => viewing.film === film && viewing.accounts.has(model.account),
  );
  const everSeen = before === undefined || before.may ? [] : before.everSeen;
  model.viewings.push({
    film,
    accounts: new Set([model.account]),
    seen: new Set(),
    everSeen: new Set(everSeen),
    begun: false,
    must: false,
    may: false,
  });
}

function run(model: Model, one: Command): void {
  const act: (model: Model, one: never) => void = actions[one.do];
  act(model, one as never);
}

type Actions = { readonly [K in Command['do']]: (model: Model, one: Extract<Command, { do: K }>) => void };

const actions: Actions = {
  play: (model, { seconds, rate }) => play(model, seconds, rate),
  pause(model) {
    model.state = 'paused';
    look(model);
  },
  seek(model, { to: share }) {
    const to = share * filmOf(model).duration;
    // Back to the beginning after the end is another viewing; that is what `next` is for.
    if (current(model).may && to < filmOf(model).duration / 2) return;
    const seekFrom = model.position;
    model.position = to;
    look(model, { seekFrom });
    judge(model, false);
  },
  ad: playAd,
  next(model, { film }) {
    // The same title again in the same player is the same viewing, unless the page was left (reducer.test.ts
    // has a film that begins again by itself).
    look(model, { leaving: film === model.film });
    beginViewing(model, film);
  },
  leave(model) {
    look(model, { leaving: true });
    beginViewing(model, model.film);
  },
  reload(model) {
    look(model, { leaving: true });
    model.state = 'paused';
    current(model).seen = new Set();
  },
  wait(model, { seconds }) {
    model.state = 'paused';
    look(model);
    model.now += seconds * 1_000;
  },
  die(model) {
    model.stored = JSON.parse(JSON.stringify(model.stored)) as Model['stored'];
  },
  'die-storing'(model) {
    model.dying = true;
  },
  account(model) {
    // Whoever has signed in plays the rest; what was begun stays the other's.
    Object.assign(model, { account: model.account === 'me' ? 'you' : 'me', signedOut: false });
    current(model).accounts.add(model.account);
  },
  'sign-in'(model) {
    model.signedOut = false;
  },
  correct: (model, { film, right }) => correct(model, film, right),
  deliver: (model, { answers: given }) => deliver(model, given),
  doubt,
};

function playAd(model: Model, { seconds, said }: { readonly seconds: number; readonly said: boolean }): void {
  model.state = 'playing';
  for (let position = 0; position < seconds; position += 5) {
    look(model, { position, duration: seconds, ...(said ? { gate: 'ad' } : { source: 'ad' }) });
    model.now += 5_000;
  }
  // Nobody can tell an advertisement from a short film before something follows it.
  play(model, 25, 1);
}

/** The tracker's match is one that the user has to review. */
function doubt(model: Model): void {
  const [entry] = Object.values(model.stored.outbox).filter(
    ({ match, confirmed }) => match.state === 'open' && !confirmed,
  );
  if (entry === undefined) return;
  const media = mediaOf(entry.item);
  model.parked.push(media.tmdbId);
  const match = { state: 'review', media, confidence: 0.5, candidates: [] } as const;
  model.stored.outbox[entry.id] = { ...entry, match };
}

function play(model: Model, seconds: number, rate: number): void {
  const { duration } = filmOf(model);
  model.state = 'playing';
  look(model, { rate });
  for (let left = seconds; left > 0 && model.position < duration; left -= 3) {
    const wall = Math.min(left, 3);
    const to = Math.min(duration, model.position + wall * rate);
    const viewing = current(model);
    for (let second = Math.ceil(model.position); second < Math.floor(to); second++) viewing.seen.add(second);
    for (const second of viewing.seen) viewing.everSeen.add(second);
    model.now += wall * 1_000;
    model.position = to;
    look(model, { rate });
    judge(model);
  }
}

/** What the oracle says of the viewing, after each look at the playing film. */
function judge(model: Model, played = true): void {
  const { duration } = filmOf(model);
  const viewing = current(model);
  const needed = Math.min(60, duration * 0.05);
  const past = Math.floor(model.position) / Math.round(duration) > 0.9;
  if ([...viewing.seen].filter((second) => second < duration * 0.9).length >= startEvidence)
    viewing.begun = true;
  // Within these margins (a new title settles for some seconds, a seek may hide some) both answers are right.
  if (played && past && viewing.begun && viewing.seen.size >= needed + margin) viewing.must = true;
  if (past && viewing.everSeen.size >= needed - 5) viewing.may = true;
}

interface Seen {
  readonly seekFrom?: number;
  readonly rate?: number;
  readonly gate?: 'ad';
  readonly position?: number;
  readonly duration?: number;
  readonly source?: string;
  readonly leaving?: boolean;
}

function look(
  model: Model,
  { seekFrom, rate = 1, gate, position, duration, source, leaving = false }: Seen = {},
): void {
  const { item, duration: length } = filmOf(model);
  const before = model.stored.watching;
  const step = reduceSession(
    before,
    {
      siteId: 'cinema',
      leaving,
      at: model.now,
      reading: { item, identity: itemKey(item), confidence: 1 },
      playback: {
        state: model.state,
        position: position ?? model.position,
        duration: duration ?? length,
        rate,
        at: model.now,
        source: source ?? `film-${model.film}`,
        ...defined({ seekFrom }),
      },
      ...defined({ gate }),
    },
    rulesOf(model),
  );
  store(model, step);
}

function rulesOf(model: Model): Rules {
  return {
    interval: 120,
    evidence: 0,
    minimumLength: 30,
    films: true,
    episodes: true,
    now: model.now,
    newId: () => `s${model.ids++}`,
    isResumption: (item, position, duration) =>
      isResumption(model.stored.recent, itemKey(item), position, duration, model.now),
    earlierEvidence: (item, duration) =>
      earlierEvidence(model.stored.seen, { account: model.account, key: itemKey(item), duration }, model.now),
  };
}

/** As the worker stores it: the outbox first, then the session. */
function store(model: Model, { watch, updates, closed, wasAd }: Transition): void {
  const session = closed ?? watch.session;
  for (const update of updates) {
    if (session === undefined) throw new Error('an update of no session');
    expect(update.position).toBeGreaterThanOrEqual(0);
    expect(update.position).toBeLessThanOrEqual(update.duration);
    const facts = {
      id: session.id,
      account: model.account,
      siteId: 'cinema',
      item: session.item,
      readConfidence: 1,
      private: false,
    };
    model.stored.outbox[session.id] = enqueue(model.stored.outbox[session.id], facts, update);
    const key = itemKey(session.item);
    model.stored.recent = update.crossing
      ? remember(model.stored.recent, key, model.now)
      : forget(model.stored.recent, key);
  }
  if (session !== undefined && (updates.length > 0 || closed !== undefined))
    keepSeen(model, session, wasAd === true);
  if (closed !== undefined && wasAd === true) forgetAd(model, closed);
  // A tab that was closed is seen to be gone by the next worker; any other step is repeated by the next
  // report.
  if (model.dying && closed === undefined)
    model.stored = JSON.parse(JSON.stringify(model.stored)) as Model['stored'];
  else model.stored.watching = watch;
  model.dying = false;
}

function forgetAd({ stored: { outbox } }: Model, { id }: Session): void {
  if (outbox[id]?.confirmed === false) delete outbox[id];
}

function keepSeen(model: Model, { id, item, playback, played, crossed }: Session, wasAd: boolean): void {
  const [{ seen }, { account, now }, key] = [model.stored, model, itemKey(item)];
  if (wasAd) model.stored.seen = forgetSession(seen, id);
  else if (crossed) model.stored.seen = forgetItem(seen, account, key);
  else
    model.stored.seen = rememberEvidence(
      seen,
      { id, account, key, duration: playback.duration, played, at: now },
      now,
    );
}

/**
 * The person says what a title is: another media than the tracker found (its id is 10 higher), or that it was
 * right after all.
 */
function correct(model: Model, film: number, right: boolean): void {
  const item = films[film]?.item;
  if (item === undefined) return;
  const key = itemKey(item);
  const others = model.stored.corrections.filter((one) => one.key !== key);
  const media = { ...mediaOf(item), tmdbId: mediaOf(item).tmdbId + 10 };
  model.stored.corrections = right
    ? others
    : [...others, { id: key, scope: 'item', key, label: key, media, createdAt: model.now }];
  for (const entry of Object.values(model.stored.outbox))
    model.stored.outbox[entry.id] = applyCorrections(entry, model.stored.corrections);
}

function deliver(model: Model, answers: readonly Answer[]): void {
  for (const answer of answers) {
    if (model.signedOut) return;
    const { outbox } = model.stored;
    const [due] = dueEntries(Object.values(outbox), model.account, model.now);
    const entry = due && outbox[due.id];
    const pending = entry && pendingOf(entry);
    if (due === undefined || entry === undefined || pending === undefined) return;
    if (due.blockedByEarlier) reopen(model, itemKey(entry.item));
    else send(model, entry, pending, answer);
  }
}

/** The tracker knows the title now: the viewings before this one are sent first. */
function reopen({ stored: { outbox } }: Model, key: string): void {
  for (const one of Object.values(outbox))
    if (one.match.state === 'unmatched' && itemKey(one.item) === key)
      outbox[one.id] = { ...one, notBefore: 0, match: { state: 'open' } };
}

function send(model: Model, entry: OutboxEntry, pending: Pending, answer: Answer): void {
  const media = correctedMedia(entry.item, model.stored.corrections)?.media ?? mediaOf(entry.item);
  const id = media.tmdbId ?? 0;
  if (['ok', 'lost', '409', 'worker dies'].includes(answer))
    receive(model.toy, model.account, id, pending.position);
  // The tracker has it, and the worker ended before it could store the answer.
  if (answer === 'worker dies') return;
  if (answer === '400') model.parked.push(id % 10);
  if (answer === '401') model.signedOut = true;
  const matched: OutboxEntry = {
    ...entry,
    match: { state: 'matched', media, confidence: 1, by: 'tracker' },
  };
  model.stored.outbox[entry.id] = applyResponse(matched, pending, outcomeOf(answer), model.now, 0.5);
  model.now += 1_000;
}

/** The tracker is well again, the person has decided what waited for a hand, and time has passed. */
function drain(model: Model): void {
  for (let round = 0; round < 50; round++) {
    model.now += 7_200_000;
    for (const entry of Object.values(model.stored.outbox)) {
      const { match } = entry;
      model.stored.outbox[entry.id] = {
        ...entry,
        parked: false,
        match: match.state === 'review' || match.state === 'unmatched' ? { state: 'open' } : match,
      };
    }
    Object.assign(model, { account: round % 2 === 0 ? 'me' : 'you', signedOut: false });
    deliver(
      model,
      Array.from({ length: 20 }, () => 'ok'),
    );
  }
}

function receive(
  { latest, history }: Toy,
  account: Account,
  id: number,
  { position, duration }: { readonly position: number; readonly duration: number },
): void {
  const key = `${account} ${id}`;
  const before = latest.get(key);
  const watched = position * 10 >= duration * 9;
  const isNew = before === undefined || (before.watched && !watched);
  if (watched && (isNew || !before.watched)) history.push({ account, id });
  latest.set(key, { watched: watched || (!isNew && before.watched), progress: position });
}

function outcomeOf(answer: Exclude<Answer, 'worker dies'>): Outcome {
  if (answer === 'ok') return { kind: 'accepted' };
  return { ...outcomes[answer], trouble: { code: answer, message: '' } };
}

const outcomes = {
  '409': { kind: 'conflict' },
  lost: { kind: 'later', offline: true },
  '429': { kind: 'later', retryAfter: 30 },
  'in an hour': { kind: 'later', retryAfter: 3_600 },
  '500': { kind: 'later' },
  garbage: { kind: 'malformed' },
  '400': { kind: 'refused' },
  '404': { kind: 'gone' },
  '401': { kind: 'signed-out' },
} as const;

function mediaOf(item: Item) {
  const film = films.find((one) => itemKey(one.item) === itemKey(item));
  return { type: item.type, tmdbId: film?.tmdbId ?? 0 };
}

function filmOf(model: Model) {
  const film = films[model.film];
  if (film === undefined) throw new Error('no such film');
  return film;
}

function current(model: Model): Viewing {
  const viewing = model.viewings.at(-1);
  if (viewing === undefined) throw new Error('no viewing');
  return viewing;
}

const startEvidence = 25;
const margin = 60;
