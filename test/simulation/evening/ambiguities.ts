import { LONGEST_AD_SECONDS, LOOK_MILLISECONDS, SHORTEST_SECONDS } from '../oracle/exceptions';
import { clockSeconds } from '../oracle/viewings';
import type { Title } from '../page/titles';
import type { World } from '../world';
import * as person from './person';
import type { Viewer } from './person';

/** What a page shows that can be understood in two ways: nothing is demanded of it. */

/** Milliseconds for which a medium under the name of a short title may be the film after an advertisement. */
const OPEN_MILLISECONDS = 90_000;

/**
 * A length that the player corrects within a look after the title before seems to be another medium: whose
 * the first of the two was is open, as after an advertisement. After a title as short as one that is open for
 * longer.
 */
export function doubtBefore({ world, tab }: Viewer, title: Title): void {
  const page = tab?.page && person.numberOf(tab.page);
  const left = world.truth.facts.findLast((fact) => fact.kind === 'left' && fact.page === page);
  if (left?.kind !== 'left' || left.title === title) return;
  const open = left.title.duration <= LONGEST_AD_SECONDS ? OPEN_MILLISECONDS : LOOK_MILLISECONDS;
  if (world.scheduler.now() - left.at < open)
    world.truth.tell({ kind: 'doubt', title: left.title, why: 'the length of the next one grows' });
}

/** Milliseconds for which a medium that has just begun may be of the title that the page names next. */
const TURN_MILLISECONDS = 20_000;
/** Milliseconds until a tab is heard that has waited for another one, which recorded its title. */
const HEARD_MILLISECONDS = 2_000;

/**
 * A title has begun in place of another one, and the page names a third one while the medium of the second
 * has just begun: it may be the medium of the third, named late. What follows is then an advertisement in it,
 * where both are as short as one, or it has less than half of the length. The same holds where another tab has
 * recorded the title until now, and this one was not heard yet: the session has gone with that tab, and all that
 * is known of this medium is the name of the next title. The same holds for a medium that has played for seconds
 * in a page that was just opened.
 */
export function doubtAfterTurns(viewer: Viewer, next: Title): void {
  const { world, turnsEndedAt = -Infinity, otherTabClosedAt = -Infinity } = viewer;
  const playing = person.currentTitle(viewer)?.duration ?? 0;
  const areShort = next.duration <= LONGEST_AD_SECONDS && playing <= LONGEST_AD_SECONDS;
  const seemsAd = areShort || next.duration < playing / 2;
  const now = world.scheduler.now();
  const isNew = now - turnsEndedAt < TURN_MILLISECONDS || now - otherTabClosedAt < HEARD_MILLISECONDS;
  if (seemsAd && (isNew || secondsPlayed(viewer) * 1000 < HEARD_MILLISECONDS))
    world.truth.tell({ kind: 'doubt', title: next, why: 'named early, over a medium that may be its own' });
}

/** Seconds that the page of the tab has played until now. */
function secondsPlayed({ world, tab }: Viewer): number {
  person.settleAll(world);
  const page = tab?.page && person.numberOf(tab.page);
  return world.truth.facts.reduce(
    (sum, fact) => (fact.kind === 'played' && fact.page === page ? sum + clockSeconds(fact) : sum),
    0,
  );
}

/** Where no source is stated, nothing tells the medium of a title from one of about the same length. */
export function isAlike(viewer: Viewer, next: Title): boolean {
  const { duration = 0 } = person.currentTitle(viewer) ?? {};
  return person.hasOwnClock(viewer.tab?.page) && Math.abs(duration - next.duration) < 15;
}

/**
 * Where another tab plays the next title, which is as short as an advertisement, its session goes to this tab
 * with its name, over the medium of this title.
 *
 * The next title is named early while the medium of this one has just begun again after an advertisement: that
 * medium may be the next title's own, and the advertisement this one's.
 */
export function noteEarlyName(viewer: Viewer, next: Title): void {
  const { world, tab, adEndedAt = -Infinity } = viewer;
  const isElsewhere = [...world.tabs.values()].some((one) => one !== tab && one.page?.text === next);
  if (isElsewhere && next.duration <= LONGEST_AD_SECONDS)
    world.truth.tell({ kind: 'doubt', title: next, why: 'named early, while another tab plays it' });
  const title = person.currentTitle(viewer);
  if (!tab?.page || !title || world.scheduler.now() - adEndedAt >= TURN_MILLISECONDS) return;
  world.truth.tell({ kind: 'ad', page: person.numberOf(tab.page), title, ...justShown(world, title) });
}

/**
 * What follows a title of less than a minute under its name, and is named later, seems to be that title: before
 * it, the page has shown nothing of it but a preview.
 */
export function noteAfterPreview({ world, tab }: Viewer, next: Title): void {
  const page = tab?.page;
  const title = page?.text;
  if (page === undefined || title === undefined || title.duration >= SHORTEST_SECONDS) return;
  world.truth.tell({ kind: 'ad', page: person.numberOf(page), title, ...justShown(world, next) });
  world.truth.tell({ kind: 'doubt', title: next, why: 'it began under the name of a preview' });
}

/** As an advertisement of that length that has just ended. */
function justShown({ scheduler }: World, { duration }: Title): { seconds: number; begunAt: number } {
  return { seconds: duration, begunAt: scheduler.now() - duration * 1000 };
}
