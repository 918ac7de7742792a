import type { CDPSession } from 'puppeteer-core';

/** A complete event of a trace: its beginning, duration and processor time in microseconds. */
export interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

/** What the main thread of the page does in the next seconds. */
export async function recordTrace(cdp: CDPSession, seconds: number): Promise<readonly TraceEvent[]> {
  const events: TraceEvent[] = [];
  const collect = ({ value }: { value: readonly unknown[] }) => events.push(...(value as TraceEvent[]));
  cdp.on('Tracing.dataCollected', collect);
  const done = new Promise((resolve) => {
    cdp.once('Tracing.tracingComplete', resolve);
  });
  await cdp.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['devtools.timeline', 'v8'], excludedCategories: ['*'] },
  });
  // A trace is of all processes, also of that of the worker. This event shows the thread of the page.
  await cdp.send('Runtime.evaluate', { expression: 'console.timeStamp("page")' });
  await new Promise((resolve) => {
    setTimeout(resolve, seconds * 1_000);
  });
  await cdp.send('Tracing.end');
  await done;
  cdp.off('Tracing.dataCollected', collect);
  const stamp = events.find(({ name }) => name === 'TimeStamp');
  if (stamp === undefined) throw new Error('the thread of the page is not in the trace');
  return events.filter(({ pid, tid }) => pid === stamp.pid && tid === stamp.tid);
}

export function timersFired(events: readonly TraceEvent[]): number {
  return events.filter(({ name }) => name === 'TimerFire').length;
}

/**
 * Milliseconds of processor time of all script, with microtasks, compilation and collections, which the
 * browser's own `ScriptDuration` leaves out. Work of other programs at the same time does not count.
 */
export function scriptTime(events: readonly TraceEvent[]): number {
  const wanted = events.filter(({ ph, name }) => ph === 'X' && SCRIPT.test(name));
  let end = 0;
  let microseconds = 0;
  for (const { ts, dur = 0, tdur = 0 } of wanted.toSorted((a, b) => a.ts - b.ts)) {
    // What runs inside another one is a part of it.
    if (ts < end) continue;
    end = ts + dur;
    microseconds += tdur;
  }
  return microseconds / 1_000;
}

const SCRIPT = /^(?:v8\.|V8\.|FunctionCall$|RunMicrotasks$|EvaluateScript$|MinorGC$|MajorGC$)/;
