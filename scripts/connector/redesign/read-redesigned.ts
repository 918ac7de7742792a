import type { SavedCase } from '../../../src/protocol/cases-file';
import type { Definition } from '../../../src/protocol/definition/definition';
import { deepEqual } from '../../../src/core/values/deep-equal';
import { isReadable, type Item } from '../../../src/core/media/item';
import { plainTitle } from '../../../src/core/text/normalize-title';
import { runCase, type StepResult } from '../run-case';
import type { Answer, hostileTracker } from './hostile-tracker';
import { redesignOf, redesignPage, type Redesign } from './redesign-page';

/**
 * `right`: the title is named as before, or a tracker finds it all the same. `held`: it is not named or the
 * reading is degraded, which the person is told, or the match waits for review. `wrong`: another title would
 * be recorded without asking.
 */
export type Outcome = 'right' | 'held' | 'wrong';

export interface RedesignedReading {
  readonly about: string;
  readonly outcome: Outcome;
  readonly kinds: readonly Redesign[];
  readonly expected: unknown;
  readonly read: unknown;
}

/** A case, and what was read of it before the redesign. */
export interface ReadCase {
  readonly one: SavedCase;
  readonly before: readonly StepResult[];
}

/**
 * Runs a case on its pages as a redesign with this seed leaves them; only moments that name a title count.
 */
export async function readRedesigned(
  definition: Definition,
  { one, before }: ReadCase,
  { seed, tracker }: { readonly seed: number; readonly tracker: ReturnType<typeof hostileTracker> },
): Promise<RedesignedReading[]> {
  const change = redesignOf(definition.id, seed, classesOf(one));
  const pages = Object.entries(one.pages).map(([name, html]) => [name, redesignPage(html, change)]);
  const redesigned = {
    ...one,
    html: redesignPage(one.html, change),
    pages: Object.fromEntries(pages) as SavedCase['pages'],
  };
  const results = await runCase(definition, redesigned).catch((error: unknown) => {
    // The redesign took the video elements from where the case finds them: nothing plays, so nothing is read.
    if (String(error).includes('the page has no video')) return [];
    throw error;
  });
  return results.flatMap(({ about, expected, actual, duration }, moment) => {
    const wanted = expected as Read;
    if (wanted.item === undefined || !isReadable(wanted.item) || wanted.degraded === true) return [];
    const read = actual as Read;
    const truth = { item: wanted.item };
    // Without a duration nothing is sent (core/session/reducer.ts).
    const isSent = duration !== undefined || before[moment]?.duration === undefined;
    const ask = (item: Item) => (isSent ? tracker(item, truth, duration) : 'review');
    const outcome = outcomeOf(wanted.item, read, ask);
    return [{ about, outcome, kinds: change.kinds, expected: wanted.item, read: read.item }];
  });
}

/** What a moment expects or was read, as `runCase` compares it; `none`: no gate. */
interface Read {
  readonly item?: Partial<Item>;
  readonly degraded?: boolean;
  readonly gate?: string;
}

function outcomeOf(
  wanted: Partial<Item>,
  { item = {}, degraded, gate = 'none' }: Read,
  ask: (item: Item) => Answer,
): Outcome {
  if (degraded === true || gate !== 'none' || !isReadable(item)) return 'held';
  if (decisive.every((field) => deepEqual(plain(item[field]), plain(wanted[field])))) return 'right';
  const answer = ask(item);
  return answer === 'review' ? 'held' : answer;
}

function plain(value: string | number | undefined): unknown {
  return typeof value === 'string' ? plainTitle(value) : value;
}

/** What decides which title is recorded. A missing year or episode title only makes the search less sure. */
const decisive = ['type', 'title', 'seriesTitle', 'seasonNumber', 'episodeNumber'] as const;

/** Names of classes by which a case finds its video elements, and those that it hides. */
function classesOf({ case: { videos = [], hidden = [], steps = [] } }: SavedCase): ReadonlySet<string> {
  const later = steps.flatMap((step) => [
    ...(step.videos ?? []).map(({ selector }) => selector),
    ...(step.hidden ?? []),
  ]);
  const selectors = [...videos.map(({ selector }) => selector), ...hidden, ...later];
  return new Set(selectors.flatMap((selector) => selector.match(/(?<=\.)[\w-]+/g) ?? []));
}
