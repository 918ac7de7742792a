import type { Title } from '../page/titles';
import type { Person } from '../tracker/tracker';
import { mayStillBeSignedIn } from './exceptions';
import type { Truth } from './truth';
import { secondsSeen, type Viewing } from './viewings';

/** Seconds of play that the extension asks for, at its lowest setting: 60, or 5 % of a shorter title. */
export function neededSeconds({ duration }: Title): number {
  return Math.min(60, duration * 0.05);
}

/** Seconds: from this position on a title may count as watched, since samples are seconds apart. */
export function mayCountFrom({ duration }: Title): number {
  return duration * 0.88;
}

/**
 * How often a viewing may be in the history. Two tabs with the same title are one viewing where it can be told
 * that the title is the same: not every site states the year of a film. What such tabs have shown from the
 * first half on, each for itself, may count each.
 */
export function timesCounted(truth: Truth, viewing: Viewing, person: Person): number {
  const { title, parts } = viewing;
  if (!mayCount(truth, viewing, person)) return 0;
  const apart = [true, false].filter((yearStated) => {
    const own = parts.filter((part) => part.yearStated === yearStated);
    const isWhole = own.some(({ from }) => from < title.duration / 2);
    return isWhole && mayCount(truth, { ...viewing, parts: own, shared: [] }, person);
  });
  return title.type === 'movie' ? Math.max(1, apart.length) : 1;
}

/**
 * A viewing may be in the history of everybody who was signed in while it lasted, or signed in later after
 * nobody was. Less than two thirds of the needed play, or nothing beyond 88 %, is no viewing: between that
 * and what is demanded both answers are right, since samples are seconds apart.
 */
function mayCount(truth: Truth, { title, parts, shared }: Viewing, person: Person): boolean {
  const own = [...parts, ...shared].filter(({ allowed }) => allowed);
  const reached = Math.max(0, ...own.map(({ to }) => to));
  if (reached < mayCountFrom(title) || secondsSeen(own) < neededSeconds(title) * 0.65) return false;
  const [first, last] = [own[0]?.at ?? 0, own.at(-1)?.at ?? 0];
  return (
    own.some(({ account }) => account === person) ||
    mayStillBeSignedIn(truth, person, first, last) ||
    (own.some(({ account }) => account === undefined) &&
      truth.accountChanges.some(({ at, account }) => at >= first && account === person)) ||
    // Signed in within the minute after it: an update that is made then is this person's.
    truth.accountChanges.some(({ at, account }) => account === person && at >= first && at <= last + 60_000)
  );
}
