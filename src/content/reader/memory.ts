/** What the reader keeps between two readings of one tab. It is dropped with the title that it belongs to. */
export interface Memory {
  /** Identifies the title without its name: address, player, identity sources. */
  anchor: string;
  /** Values of sources with `remember`, by field and index. */
  readonly values: Map<string, unknown>;
  /** Keys of the `values` that the current reading has set. */
  readonly fresh: Set<string>;
  /** By field, the source that gave the value at the last reading. */
  readonly rungs: Map<string, number>;
  /** Answers of endpoints and of the page's world, by query. */
  readonly answers: Map<string, CachedAnswer>;
  /** Parsed scripts, by element. */
  readonly parsed: WeakMap<Element, Readonly<{ text: string; value: unknown }>>;
  clock?: ClockReading | undefined;
  /** Undefined if the page's world is asked at every reading. Times in milliseconds since 1970. */
  world?: Readonly<{ state: string; changedAt: number; askedAt: number }>;
  /** When the whole page was last read, in milliseconds since 1970, and its values then. */
  readAt?: number;
  page?: Readonly<Record<string, string>>;
}

interface CachedAnswer {
  /** Undefined until the answer arrives, and after a failure. */
  value?: unknown;
  /** Settles when the answer has arrived or is given up; undefined from then on. */
  waiting?: Promise<void> | undefined;
  /** The time of the reading that asked. */
  readonly askedAt: number;
  /** Milliseconds since 1970 at which the query may be repeated. */
  until: number;
  failures: number;
}

/**
 * The last reading of a definition's own clock: seconds, and the time of the reading in milliseconds since
 * 1970.
 */
export type ClockReading = Readonly<{
  position: number;
  duration: number;
  at: number;
  /** The video element's `currentTime` at that moment. */
  elementTime: number;
  playing: boolean;
}>;

export function createMemory(): Memory {
  return {
    anchor: '',
    values: new Map(),
    fresh: new Set(),
    rungs: new Map(),
    answers: new Map(),
    parsed: new WeakMap(),
  };
}

/**
 * Drops what belongs to another title than `anchor`, except the values that the current reading has set and
 * the queries in flight: a missing answer is waited for only once. Returns whether a value was dropped.
 */
export function forgetUnless(memory: Memory, anchor: string, now: number): boolean {
  if (memory.anchor === anchor) return false;
  memory.anchor = anchor;
  memory.clock = undefined;
  for (const [key, { until, askedAt }] of memory.answers)
    if (until !== Infinity && askedAt !== now) memory.answers.delete(key);
  let isForgotten = false;
  for (const key of memory.values.keys()) if (!memory.fresh.has(key)) isForgotten = memory.values.delete(key);
  return isForgotten;
}

/**
 * The answer of `ask`, or a cached one: a successful answer is kept for `keep` milliseconds. After a failure
 * the query is repeated after 5 s, then 10 s and so on, at most 60 s. `now` in milliseconds since 1970.
 *
 * An unanswered query counts as failed, so that the page is read and reported without it. Only the first
 * query is waited for (`Unanswered`); the answer of a repeated one is used by the next reading.
 */
export function remembered(
  memory: Memory,
  key: string,
  keep: number,
  now: number,
  ask: () => Promise<unknown>,
): unknown {
  /** The oldest answer is dropped first. */
  const maximumAnswers = 30;
  const { answers } = memory;
  const known = answers.get(key);
  if (known && now < known.until) return valueOf(known);
  const { failures = 0 } = known ?? {};
  const answer: CachedAnswer = { askedAt: now, until: Infinity, failures };
  answer.waiting = settle(answer, ask(), keep);
  answers.delete(key);
  answers.set(key, answer);
  const [oldest = key] = answers.keys();
  if (answers.size > maximumAnswers) answers.delete(oldest);
  return valueOf(answer);
}

async function settle(answer: CachedAnswer, asked: Promise<unknown>, keep: number): Promise<void> {
  const value = (await answerInTime(asked)) ?? undefined;
  const failures = value === undefined ? answer.failures + 1 : 0;
  const until = answer.askedAt + (failures ? Math.min(60_000, 2_500 * 2 ** failures) : keep);
  Object.assign(answer, { value, waiting: undefined, failures, until });
}

/** The answer; undefined if it is refused, or takes longer than 10 s. */
function answerInTime(answer: Promise<unknown>): Promise<unknown> {
  return new Promise((resolve) => {
    const limit = setTimeout(resolve, 10_000);
    answer.then(resolve, () => resolve(undefined)).finally(() => clearTimeout(limit));
  });
}

/** The value of an answer; undefined while it is requested again after a failure. */
function valueOf({ value, waiting, failures }: CachedAnswer): unknown {
  if (waiting && !failures) throw new Unanswered(waiting);
  return value;
}

/** A reading needs an answer that is not there yet, or (without `answer`) one that nobody can give now. */
export class Unanswered extends Error {
  constructor(readonly answer?: Promise<unknown>) {
    super();
  }
}

/**
 * The result of `read`, once everything that it asks for has been answered; until then it starts again with
 * each answer. A page is read every few seconds, so a reading is a single task, without a promise for each
 * field. What an unfinished reading has remembered or dropped does not count.
 */
export async function whenAnswered<Result>(memory: Memory, read: () => Result): Promise<Result> {
  const { anchor, values } = memory;
  const before = [...values];
  try {
    return read();
  } catch (error) {
    memory.anchor = anchor;
    values.clear();
    for (const [key, value] of before) values.set(key, value);
    const { answer } = Object(error) as Partial<Unanswered>;
    if (!answer) throw error;
    await answer;
    return whenAnswered(memory, read);
  }
}
