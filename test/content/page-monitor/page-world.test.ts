// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { frameScope } from '../../../src/content/frame/frame-scope';
import { pollSeconds } from '../../../src/core/session/thresholds';
import { browser } from '../../../src/platform/browser/browser';
import type { Report } from '../../../src/protocol/report';
import { giveReadingAid, openPlayingPage, type Page } from './playing-page';

/** Seconds after which the worker asks for the next report: the default interval. */
const INTERVAL = 300;

/** What the page's world holds now, by path. */
let world: Record<string, unknown>;
/** Questions for all of it, and reports, each with the second at which it came. */
let asked: { readonly at: number }[];
let reports: { readonly report: Report; readonly at: number }[];
let page: AbortController;
let start: number;

const seconds = () => Math.round((Date.now() - start) / 100) / 10;
const advance = (duration: number) => vi.advanceTimersByTimeAsync(duration * 1_000);
const title = () => reports.findLast(({ report }) => report.reading)?.report.reading?.item.title;
const askedSince = (second: number) => asked.filter(({ at }) => at > second);

beforeEach(() => {
  vi.useFakeTimers();
  start = Date.now();
  world = { 'player.getTitle()': 'One' };
  asked = [];
  reports = [];
  page = new AbortController();
  const sendMessage = async ({ name, input }: { name: string; input: unknown }) => {
    if (name === 'page-world') {
      asked.push({ at: seconds() });
      return { value: Object.keys(world).length > 0 ? { value: { ...world } } : { failed: '' } };
    }
    if (name !== 'report') return { value: {} };
    reports.push({ report: input as Report, at: seconds() });
    // Without a title there is no session of which a position would become due.
    return { value: title() === undefined ? {} : { again: INTERVAL } };
  };
  Object.assign(browser, {
    runtime: { id: 'matinee', sendMessage, onMessage: { addListener: vi.fn(), removeListener: vi.fn() } },
  });
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    'https://www.site.example/watch/1',
  );
  document.title = 'Site';
});
afterEach(() => {
  page.abort();
  frameScope().readingAid = undefined;
  vi.useRealTimers();
  Reflect.deleteProperty(browser, 'runtime');
});

/** A page whose player plays from the start, and is monitored; its title is in the page's world. */
const open = (player: Page['player'] = {}) =>
  openPlayingPage({ item: { title: [{ pageWorld: 'player.getTitle()' }] }, player }, page);

test('a film that plays on is not asked for between two reports', async () => {
  await open();
  await advance(40);
  const before = seconds();
  await advance(2 * INTERVAL);
  const due = reports.map(({ at }) => at).filter((at) => at > before);
  expect(due.length).toBe(2);
  expect(askedSince(before).map(({ at }) => at)).toEqual(due);
});

test('a value that this title does not have is not asked for between two reports', async () => {
  await open({ ad: [{ pageWorld: 'player.isAd()' }] });
  await advance(40);
  const before = seconds();
  await advance(2 * INTERVAL);
  const due = reports.map(({ at }) => at).filter((at) => at > before);
  expect(askedSince(before).map(({ at }) => at)).toEqual(due);
});

test('where only the page’s world says that another title plays, the next report says it too', async () => {
  await open();
  await advance(40);
  world['player.getTitle()'] = 'Two';
  await advance(INTERVAL);
  expect(title()).toBe('Two');
});

test.each([
  ['a medium', 0, async (player: Awaited<ReturnType<typeof open>>) => player.load('two')],
  ['the title of the document', pollSeconds, async () => void (document.title = 'Site: Two')],
  ['an in-page navigation', pollSeconds, async () => history.pushState({}, '', '/watch/2')],
])('%s is a sign that is followed within %s s', async (_, within, happens) => {
  const player = await open();
  await advance(40);
  world['player.getTitle()'] = 'Two';
  await happens(player);
  await advance(within + 0.1);
  expect(title()).toBe('Two');
});

test.each([1, 8, 19])('a value that follows its medium after %s s is read at the next look', async (late) => {
  const player = await open();
  await advance(40);
  player.load('two');
  await advance(late);
  world['player.getTitle()'] = 'Two';
  await advance(pollSeconds + 0.1);
  expect(title()).toBe('Two');
});

test('after an event the values are asked for 20 s and one look, and then no more', async () => {
  const player = await open();
  await advance(40);
  player.load('two');
  const before = seconds();
  await advance(INTERVAL - 1);
  const times = askedSince(before - 0.1).map(({ at }) => at - before);
  expect(Math.max(...times)).toBeGreaterThanOrEqual(20);
  expect(Math.max(...times)).toBeLessThanOrEqual(20 + 2 * pollSeconds);
});

test('a value that is missing is asked for again with back-off, and at once after an event', async () => {
  world = {};
  const player = await open();
  await advance(4);
  expect(asked.length).toBe(1);
  world = { 'player.getTitle()': 'One' };
  player.load('one');
  await advance(0.1);
  expect(title()).toBe('One');
});

test.each([25, 40, 90, 300])('a title that comes %s s after its position is read', async (late) => {
  world = { 'player.getPosition()': 3 };
  await open();
  await advance(late);
  world['player.getTitle()'] = 'One';
  // Half of the time that it has taken already, at most a minute, and then the next look.
  await advance(Math.min(60, late / 2) + 2 * pollSeconds);
  expect(title()).toBe('One');
  const before = asked.length;
  await advance(INTERVAL - 20);
  expect(asked.length - before).toBeLessThanOrEqual(4);
});

test('a title that never comes is asked for once a minute', async () => {
  world = { 'player.getPosition()': 3 };
  await open();
  await advance(240);
  const before = seconds();
  await advance(600);
  expect(askedSince(before).length).toBeLessThanOrEqual(10);
});

test('the clock of the page’s world is asked with the title, and its position is exact in between', async () => {
  const clock = { position: [{ pageWorld: 'player.getPosition()' }], duration: [{ constant: '2700' }] };
  giveReadingAid();
  const position = () => player.position() + 600;
  const player = await open({ clock });
  Object.defineProperty(world, 'player.getPosition()', { get: position, enumerable: true });
  player.load('one');
  await advance(45);
  const before = seconds();
  await advance(INTERVAL - 50);
  player.setRate(1.5);
  await advance(0.1);
  expect(reports.at(-1)?.report.playback).toMatchObject({ rate: 1.5 });
  expect(reports.at(-1)?.report.playback?.position).toBeCloseTo(position(), 0);
  expect(askedSince(before)).toEqual([]);
  player.pause();
  await advance(0.1);
  const last = reports.at(-1)?.report;
  expect(last).toMatchObject({ cause: 'pause', playback: { state: 'paused' } });
  expect(last?.playback?.position).toBeCloseTo(position(), 0);
  // Title and position in one question.
  expect(askedSince(before).length).toBe(1);
});
