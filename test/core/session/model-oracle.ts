import assert from 'node:assert/strict';
import { unsentEntries } from './model-delivery';
import { filmOf, films, type Model, type Viewing } from './model-state';
import { accounts } from './model-tracker';

/** The page shows this film from its beginning. */
export function beginViewing(model: Model, film: number): void {
  Object.assign(model, { film, position: 0, state: 'paused' });
  const before = model.viewings.findLast(
    (viewing) => viewing.film === film && viewing.accounts.has(model.account),
  );
  model.viewings.push({
    film,
    accounts: new Set([model.account, ...(resumedViewing(model, film)?.accounts ?? [])]),
    seen: new Set(),
    everSeen: new Set(before === undefined || before.may ? [] : before.everSeen),
    begun: false,
    noticed: false,
    left: false,
    must: false,
    may: false,
  });
}

/**
 * The viewing of this film that goes on, since no other title was read twice in between. It belongs to the
 * person who was signed in when it began, even if another one has signed in since.
 */
function resumedViewing({ viewings }: Model, film: number): Viewing | undefined {
  const last = viewings.findLast((viewing) => viewing.noticed || viewing.left || viewing.film === film);
  return last?.film === film && !last.left ? last : undefined;
}

/** Notes that the worker has kept a report of the film's own playback. */
export function noteReport(model: Model): void {
  const viewing = currentViewing(model);
  viewing.firstReportAt ??= model.now;
  viewing.noticed ||= model.now - viewing.firstReportAt >= 1_000;
}

export function currentViewing({ viewings }: Model): Viewing {
  const viewing = viewings.at(-1);
  assert(viewing !== undefined, 'no viewing has begun');
  return viewing;
}

/** Notes that the film has played from one position to another, in seconds. */
export function notePlayed(model: Model, from: number, to: number): void {
  const viewing = currentViewing(model);
  for (let second = Math.ceil(from); second < Math.floor(to); second++) {
    viewing.seen.add(second);
    viewing.everSeen.add(second);
  }
}

/** Judges the viewing after the film has played, or after a seek. */
export function judge(model: Model, played: boolean): void {
  const { duration } = filmOf(model);
  const viewing = currentViewing(model);
  const needed = Math.min(60, duration * 0.05);
  const isPast = Math.floor(model.position) / Math.round(duration) > 0.9;
  const below = [...viewing.seen].filter((second) => second < duration * 0.9).length;
  viewing.begun ||= below >= startSeconds && !isDoubted(model, viewing);
  // Between the two bounds both answers are right: a new title is confirmed after some seconds, and a seek
  // may hide some.
  if (played && isPast && viewing.begun && viewing.seen.size >= needed + marginSeconds) viewing.must = true;
  if (isPast && viewing.everSeen.size >= needed - 5) viewing.may = true;
}

/**
 * The film was watched before and plays behind an unmarked advertisement, which it might be itself: until that
 * is settled nothing but a crossing is sent, which the tracker takes for that of the viewing before.
 */
function isDoubted({ now, viewings }: Model, viewing: Viewing): boolean {
  const { film, adEndedAt } = viewing;
  if (adEndedAt === undefined || now - adEndedAt > doubtMilliseconds) return false;
  return viewings.some((other) => other !== viewing && other.film === film && other.may);
}

/** Throws unless the tracker's history holds each viewing that counts exactly once. */
export function assertRecorded(model: Model): void {
  for (const { tmdbId } of films) assertFilmRecorded(model, tmdbId);
  assert.deepEqual(unsentEntries(model), [], 'the outbox is not empty');
}

function assertFilmRecorded(model: Model, tmdbId: number): void {
  const own = model.viewings.filter(({ film }) => films[film]?.tmdbId === tmdbId);
  const { history } = model.tracker;
  const must = own.filter((viewing) => viewing.must).length;
  // While an update waits for a person, the title can be watched again, and the order of the two is lost.
  const byHand = model.parked.filter((id) => id === tmdbId).length;
  const least = byHand > 0 ? Math.min(must, 1) : must;
  const recorded = history.filter(({ id }) => id % 10 === tmdbId).length;
  assert(recorded >= least, `film ${tmdbId} is recorded ${recorded} times, ${least} expected at least`);
  // No history holds what went on while somebody else was signed in. A crossing whose answer was lost may be
  // recorded under the title that the person corrected afterwards as well as under the right one, but under
  // each of them once.
  for (const account of accounts) {
    const may = own.filter((viewing) => viewing.may && viewing.accounts.has(account)).length;
    const most = may === 0 ? 0 : may + byHand;
    for (const media of [tmdbId, tmdbId + 10]) {
      const count = history.filter((entry) => entry.account === account && entry.id === media).length;
      assert(count <= most, `media ${media} is recorded ${count} times for "${account}", ${most} at most`);
    }
  }
}

/** Seconds below 90 % after which a start is certain to have been sent. */
const startSeconds = 25;
/** How long an unmarked advertisement leaves what follows in doubt. */
const doubtMilliseconds = 90_000;
/** Seconds of play above the threshold of evidence from which the viewing must be recorded. */
const marginSeconds = 60;
