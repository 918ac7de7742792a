import type { SavedCase } from '../../../src/protocol/cases-file';
import type { Definition } from '../../../src/protocol/definition/definition';
import { deepEqual } from '../../../src/core/values/deep-equal';
import { isReadable, type Item } from '../../../src/core/media/item';
import { plainTitle } from '../../../src/core/text/normalize-title';
import type { StepResult } from '../run-case';
import type { Answer, hostileTracker } from './hostile-tracker';
import { proposeRepairs, runRedesigned } from './propose-repairs';
import { redesignOf, redesignPage, type Redesign } from './redesign-page';

/**
 * What a redesign does to the reading of a title.
 * - `right`: the title is named as before, or a tracker finds it all the same.
 * - `held`: the title is not named or the reading is degraded, and the person is told so; or the match waits
 *   for review.
 * - `wrong`: another title would be recorded without asking.
 */
type Outcome = 'right' | 'held' | 'wrong';

export interface RedesignedReading {
  readonly about: string;
  readonly outcome: Outcome;
  /** The outcome after the proposed repair of a held reading; else the same as `outcome`. */
  readonly after: Outcome;
  readonly kinds: readonly Redesign[];
  readonly expected: unknown;
  readonly read: unknown;
}

/** A case, and what was read of it before the redesign. */
export interface ReadCase {
  readonly one: SavedCase;
  readonly before: readonly StepResult[];
}

interface Conditions {
  readonly seed: number;
  readonly tracker: ReturnType<typeof hostileTracker>;
  /** Of the same site: a repair must not make another title of them. */
  readonly others?: readonly ReadCase[];
}

/**
 * Runs a case on its pages as a redesign with this seed leaves them; only moments that name a title count.
 * Held readings are repaired as the extension proposes, and read again.
 */
export async function readRedesigned(
  definition: Definition,
  read: ReadCase,
  { seed, tracker, others = [] }: Conditions,
): Promise<RedesignedReading[]> {
  const { kinds } = changeOf(definition, read, seed);
  const readAs = async (tried: Definition, one: ReadCase) =>
    judgeCase(await runRedesigned(tried, redesignCase(tried, one, seed)), one, tracker);
  const moments = await readAs(definition, read);
  const repairs = await proposeRepairs(definition, redesignCase(definition, read, seed), moments);
  const after = await Promise.all(
    moments.map(async ({ outcome, moment }): Promise<Outcome> => {
      const repaired = outcome === 'held' ? repairs.get(moment) : undefined;
      if (repaired === undefined) return outcome;
      const again = await readAs(repaired.definition, read);
      const own = again.find((one) => one.moment === moment);
      if (!isConfirmed(own, repaired.field)) return outcome;
      const elsewhere = await Promise.all(others.map((one) => readAs(repaired.definition, one)));
      const isWrong = [again, ...elsewhere].flat().some((one) => one.outcome === 'wrong');
      return isWrong ? 'wrong' : own.outcome;
    }),
  );
  return moments.map(({ about, outcome, expected, read: item }, index) => {
    return { about, outcome, after: after[index] ?? outcome, kinds, expected, read: item };
  });
}

/** The person sees the value that a repair gives, and takes it only where it is that of the title. */
function isConfirmed(moment: Moment | undefined, field: keyof Item): moment is Moment {
  return moment !== undefined && isEqual(moment.read?.[field], moment.expected[field]);
}

function changeOf({ id }: Definition, { one }: ReadCase, seed: number) {
  return redesignOf(id, seed, classesOf(one));
}

function redesignCase(definition: Definition, read: ReadCase, seed: number): SavedCase {
  const change = changeOf(definition, read, seed);
  const pages = Object.entries(read.one.pages).map(([name, html]) => [name, redesignPage(html, change)]);
  return {
    ...read.one,
    html: redesignPage(read.one.html, change),
    pages: Object.fromEntries(pages) as SavedCase['pages'],
  };
}

/** What a step of a case names after the redesign. */
interface Moment {
  /** Number of the step. */
  readonly moment: number;
  readonly about: string;
  readonly outcome: Outcome;
  readonly expected: Partial<Item>;
  readonly read: Partial<Item> | undefined;
}

function judgeCase(
  results: readonly StepResult[],
  { before }: ReadCase,
  tracker: Conditions['tracker'],
): Moment[] {
  return results.flatMap(({ about, expected, actual, duration }, moment) => {
    const wanted = expected as Read;
    if (wanted.item === undefined || !isReadable(wanted.item) || wanted.degraded === true) return [];
    const read = actual as Read;
    const truth = { item: wanted.item };
    // Without a duration nothing is sent (core/session/reducer.ts).
    const isSent = duration !== undefined || before[moment]?.duration === undefined;
    const ask = (item: Item) => (isSent ? tracker(item, truth, duration) : 'review');
    const outcome = outcomeOf(wanted.item, read, ask);
    return [{ moment, about, outcome, expected: wanted.item, read: read.item }];
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
  if (decisive.every((field) => isEqual(item[field], wanted[field]))) return 'right';
  const answer = ask(item);
  return answer === 'review' ? 'held' : answer;
}

function isEqual(one: unknown, other: unknown): boolean {
  return deepEqual(plain(one), plain(other));
}

function plain(value: unknown): unknown {
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
