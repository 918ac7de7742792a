import type { Title } from '../page/titles';
import { LOOK_MILLISECONDS } from './exceptions';
import { mayCountFrom } from './may-count';
import type { Truth } from './truth';
import { clockSeconds, secondsSeen, type Played } from './viewings';

/**
 * How many media of other titles were seen to their end under the name of this one, which had played in their
 * page before, while nothing that the page has stated shows whose they were.
 */
export function misnamedMedia({ facts }: Truth, title: Title): number {
  const played = facts.filter((fact): fact is Played => fact.kind === 'played');
  const pages = new Set(played.filter((fact) => fact.title === title).map(({ page }) => page));
  return [...pages].filter((page) => {
    const own = played.filter((fact) => fact.page === page);
    return isLeftUnread(own, title) || isFirstSeen(own, title);
  }).length;
}

/**
 * The page was left before the look after it named them. Until that look it states the same as a page that
 * shows another medium of its title.
 */
function isLeftUnread(played: readonly Played[], title: Title): boolean {
  const next = played.slice(played.findLastIndex((fact) => fact.title === title) + 1);
  const [first] = next;
  if (first === undefined || first.named || next.some((fact) => fact.title !== first.title)) return false;
  const named = next.reduce((sum, fact) => (fact.named ? sum + clockSeconds(fact) : sum), 0);
  return named * 1000 < LOOK_MILLISECONDS && next.some(({ to }) => to >= mayCountFrom(first.title));
}

/**
 * The medium of the title itself has ended before the page showed its clock to the script, which began to look
 * within seconds before that; the next one is the first that it has seen, and seems to be the title's. Pages
 * name the next title up to a minute before its medium begins.
 */
function isFirstSeen(played: readonly Played[], title: Title): boolean {
  const begin = played.findIndex((fact) => fact.title !== title && fact.namedAs === title && fact.ownClock);
  const first = played[begin];
  if (first === undefined) return false;
  const before = played.slice(0, begin);
  const seen = before.slice(before.findLastIndex(({ allowed }) => !allowed) + 1);
  if (seen.length === before.length || seen.some((fact) => fact.title !== title)) return false;
  const next = played.slice(begin).filter((fact) => fact.title === first.title);
  const namedFrom = next.find(({ named }) => named)?.from ?? Infinity;
  return (
    secondsSeen(seen) * 1000 < LOOK_MILLISECONDS &&
    first.title.duration - namedFrom < EARLY_NAME_SECONDS &&
    next.some(({ to }) => to >= mayCountFrom(first.title))
  );
}

const EARLY_NAME_SECONDS = 62;
