/** What the reader keeps between two readings of one tab. Everything is forgotten with the title it belongs to. */
export interface Memory {
  /** What tells that another title plays, without reading its name: address, player, identity sources. */
  anchor: string;
  /** Values of sources with `remember`, by field and place. */
  readonly values: Map<string, unknown>;
  /** Of these, the ones that this very reading has seen. */
  readonly fresh: Set<string>;
  /** Answers of endpoints and of the page's world, by what was asked. */
  readonly answers: Map<string, Answer>;
  /** Parsed scripts, by element. */
  readonly parsed: WeakMap<Element, { readonly text: string; readonly value: unknown }>;
  clock?: ClockReading | undefined;
}

interface Answer {
  readonly value: Promise<unknown>;
  /** Milliseconds; asked again from then on. */
  until: number;
  failures: number;
}

/** The last time a clock other than the video element could be read. */
export interface ClockReading {
  readonly position: number;
  readonly duration: number;
  readonly at: number;
  readonly elementTime: number;
  readonly playing: boolean;
}

export function createMemory(): Memory {
  return { anchor: '', values: new Map(), fresh: new Set(), answers: new Map(), parsed: new WeakMap() };
}

/** Forgets what was remembered when another title plays, but for what this reading has just seen; tells whether anything went. */
export function forgetUnless(memory: Memory, anchor: string): boolean {
  if (memory.anchor === anchor) return false;
  memory.anchor = anchor;
  memory.clock = undefined;
  for (const [key, answer] of memory.answers) if (answer.until !== Infinity) memory.answers.delete(key);
  let gone = false;
  for (const key of memory.values.keys()) if (!memory.fresh.has(key)) gone = memory.values.delete(key);
  return gone;
}

/**
 * The answer to a question: one that was had stays for `keep` milliseconds, one that failed is asked again after 5 s,
 * then 10 s, at most every minute.
 */
export function remembered(
  memory: Memory,
  key: string,
  keep: number,
  now: number,
  ask: () => Promise<unknown>,
): Promise<unknown> {
  const known = memory.answers.get(key);
  if (known !== undefined && now < known.until) return known.value;
  const answer: Answer = {
    value: ask().catch(() => undefined),
    until: Infinity,
    failures: known?.failures ?? 0,
  };
  memory.answers.delete(key);
  memory.answers.set(key, answer);
  const [oldest = key] = memory.answers.keys();
  if (memory.answers.size > 30) memory.answers.delete(oldest);
  void storeAnswer(answer, keep, now);
  return answer.value;
}

async function storeAnswer(answer: Answer, keep: number, now: number): Promise<void> {
  const failed = ((await answer.value) ?? undefined) === undefined;
  answer.failures = failed ? answer.failures + 1 : 0;
  answer.until = now + (failed ? Math.min(60_000, 2_500 * 2 ** answer.failures) : keep);
}
