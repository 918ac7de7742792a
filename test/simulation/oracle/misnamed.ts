import type { Title } from '../page/titles';
import { LOOK_MILLISECONDS } from './exceptions';
import { mayCountFrom } from './may-count';
import type { Truth } from './truth';
import type { Played } from './viewings';

/**
 * How many media of other titles were seen to their end under the name of this one, which had played in their
 * page before: the page was left before the look after it named them. Until that look it states the same as a
 * page that shows another medium of its title.
 */
export function misnamedMedia({ facts }: Truth, title: Title): number {
  const played = facts.filter((fact): fact is Played => fact.kind === 'played');
  const pages = new Set(played.filter((fact) => fact.title === title).map(({ page }) => page));
  return [...pages].filter((page) =>
    isLeftUnread(
      played.filter((fact) => fact.page === page),
      title,
    ),
  ).length;
}

function isLeftUnread(played: readonly Played[], title: Title): boolean {
  const next = played.slice(played.findLastIndex((fact) => fact.title === title) + 1);
  const [first] = next;
  if (first === undefined || first.named || next.some((fact) => fact.title !== first.title)) return false;
  const named = next.reduce((sum, fact) => (fact.named ? sum + (fact.to - fact.from) / fact.rate : sum), 0);
  return named * 1000 < LOOK_MILLISECONDS && next.some(({ to }) => to >= mayCountFrom(first.title));
}
