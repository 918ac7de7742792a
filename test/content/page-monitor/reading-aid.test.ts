import { afterEach, beforeEach, expect, test } from 'vitest';
import { frameScope } from '../../../src/content/frame/frame-scope';
import { readLabel } from '../../../src/core/text/season-episode';
import { readOwnClock } from '../../../src/content/reading-aid/read-own-clock';
import { createTrialReader } from '../../../src/content/reading-aid/trial-reader';
import { loadedReaders, selectWithAid } from '../../../src/content/page-monitor/reading-aid';
import type { OnDemandSource, ReadContext, GenericReading } from '../../../src/content/reader/context';
import { createMemory, whenAnswered } from '../../../src/content/reader/memory';
import { browser } from '../../../src/platform/browser/browser';

const reading: GenericReading = {
  item: { type: 'movie', title: 'The Film' },
  confidence: 0.9,
  from: 'json-ld',
};
let asked: number;
let brings: boolean;

beforeEach(() => {
  asked = 0;
  brings = true;
  const sendMessage = async () => {
    asked += 1;
    if (brings)
      frameScope().readingAid = {
        createTrialReader,
        parseSeasonEpisode: readLabel,
        readGeneric: () => reading,
        readOnDemand: () => 'read',
        readOwnClock,
        selectTexts: () => ({ title: 'The Film' }),
      };
    return { value: null };
  };
  Object.assign(browser, { runtime: { sendMessage } });
});
afterEach(() => {
  frameScope().readingAid = undefined;
  Reflect.deleteProperty(browser, 'runtime');
});

function context(now: number, rest: Partial<ReadContext> = {}, memory = createMemory()): ReadContext {
  return { video: {}, definition: {}, memory, now, ...rest } as unknown as ReadContext;
}

const generic = (context: ReadContext) =>
  whenAnswered(context.memory, () => loadedReaders.readGeneric(context));
const onDemand = (source: OnDemandSource, context: ReadContext) =>
  whenAnswered(context.memory, () => loadedReaders.readOnDemand(source, context));

test('the part is asked for once, and only where something plays', async () => {
  expect(await generic(context(0, { video: undefined }))).toBeUndefined();
  expect(asked).toBe(0);
  for (const now of [0, 60_000]) expect(await generic(context(now))).toBe(reading);
  expect(asked).toBe(1);
});

test('what plays in a frame of the page counts too', async () => {
  expect(await generic(context(0, { video: undefined, definition: { frames: [] } as never }))).toBe(reading);
});

test('a source of inline scripts is read with it, also where nothing plays', async () => {
  const source = { scriptAssignment: '__data', path: '$' };
  expect(await onDemand(source, context(0, { video: undefined }))).toBe('read');
  expect(asked).toBe(1);
});

test('where it cannot be brought it is asked for again after 5 s, then after 10 s', async () => {
  brings = false;
  const memory = createMemory();
  const times: number[] = [];
  for (let now = 0; now < 40_000; now += 1_000) {
    const before = asked;
    expect(await generic(context(now, {}, memory))).toBeUndefined();
    if (asked > before) times.push(now);
  }
  expect(times).toEqual([0, 5_000, 15_000, 35_000]);
});

test('an answer that is HTML is read by the part, and not at all while it cannot be had', async () => {
  brings = false;
  expect(await selectWithAid('<h1>The Film</h1>', { title: 'h1' })).toBeUndefined();
  brings = true;
  for (let turn = 0; turn < 2; turn += 1)
    expect(await selectWithAid('<h1>The Film</h1>', { title: 'h1' })).toEqual({ title: 'The Film' });
  expect(asked).toBe(2);
});
