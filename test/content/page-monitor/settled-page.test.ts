// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { pollSeconds, settledPollSeconds } from '../../../src/core/session/thresholds';
import { browser } from '../../../src/platform/browser/browser';
import { frameScope } from '../../../src/content/frame/frame-scope';
import { readOwnClock } from '../../../src/content/reading-aid/read-own-clock';
import { createTrialReader } from '../../../src/content/reading-aid/trial-reader';
import type { Report } from '../../../src/protocol/report';
import { openPlayingPage, type Page } from './playing-page';

let reports: Report[];
let page: AbortController;

const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
const title = () => reports.findLast(({ reading }) => reading)?.reading?.item.title;

beforeEach(() => {
  vi.useFakeTimers();
  reports = [];
  page = new AbortController();
  const sendMessage = async ({ name, input }: { name: string; input: unknown }) => {
    if (name === 'report') reports.push(input as Report);
    return { value: name === 'report' ? { again: 3_600 } : {} };
  };
  Object.assign(browser, {
    runtime: { id: 'matinee', sendMessage, onMessage: { addListener: vi.fn(), removeListener: vi.fn() } },
  });
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    'https://www.site.example/watch/1',
  );
  document.title = 'Site';
  document.body.innerHTML = '<h1>One</h1><h2>7</h2>';
});
afterEach(() => {
  page.abort();
  vi.restoreAllMocks();
  vi.useRealTimers();
  Reflect.deleteProperty(browser, 'runtime');
});

const item: Page['item'] = { type: [{ constant: 'movie' }], title: [{ text: 'h1' }] };

/** How often the page was asked for its heading in these seconds. */
async function readingsWithin(seconds: number): Promise<number> {
  const asked = vi.spyOn(document, 'querySelectorAll');
  await advance(seconds);
  const count = asked.mock.calls.filter(([selector]) => selector === 'h1').length;
  asked.mockRestore();
  return count;
}

test('a page that has not changed for a minute is looked at less often, and read as a whole every 30 s', async () => {
  await openPlayingPage({ item }, page);
  expect(await readingsWithin(57)).toBe(7);
  await advance(10);
  expect(await readingsWithin(120)).toBe(3);
});

test.each([
  ['the title of the document', () => void (document.title = 'Site: Two')],
  ['an in-page navigation', () => history.pushState({}, '', '/watch/2')],
])('after %s the page is read at every look again', async (_, change) => {
  await openPlayingPage({ item }, page);
  await advance(120);
  change();
  expect(await readingsWithin(57)).toBeGreaterThanOrEqual(6);
});

test('another medium is read with its title at once', async () => {
  const player = await openPlayingPage({ item }, page);
  await advance(120);
  document.querySelectorAll('h1')[0]?.replaceChildren('Two');
  player.load('two');
  await advance(0.1);
  expect(title()).toBe('Two');
});

test('a heading that alone is corrected is read within 30 s', async () => {
  await openPlayingPage({ item }, page);
  await advance(120);
  document.querySelectorAll('h1')[0]?.replaceChildren('Two');
  await advance(30 + settledPollSeconds);
  expect(title()).toBe('Two');
});

test('the next title of a player with its own clock, which fires no event, is read within two looks', async () => {
  const { readingAid } = frameScope();
  onTestFinished(() => void Object.assign(frameScope(), { readingAid }));
  Object.assign(frameScope(), { readingAid: { readOwnClock } });
  document.body.insertAdjacentHTML('beforeend', '<time>0:10</time><b>45:00</b>');
  const clock = { position: [{ text: 'time' }], duration: [{ text: 'b' }] };
  await openPlayingPage({ item, player: { clock } }, page);
  await advance(120);
  document.querySelectorAll('h1')[0]?.replaceChildren('Two');
  document.querySelectorAll('b')[0]?.replaceChildren('44:59');
  await advance(2 * settledPollSeconds + 0.1);
  expect(title()).toBe('Two');
});

test('an advertisement is noticed at the next look, also by a value of the page', async () => {
  const values: Page['values'] = { state: [{ text: 'h2' }] };
  const ad = [{ exists: '.ad', guards: [{ of: { url: 'state' }, equals: '7' }] }];
  await openPlayingPage({ item, values, player: { ad } }, page);
  await advance(120);
  document.body.insertAdjacentHTML('beforeend', '<i class="ad"></i>');
  await advance(settledPollSeconds + 0.1);
  expect(reports.at(-1)).toMatchObject({ gate: 'ad' });
  document.querySelectorAll('.ad')[0]?.remove();
  await advance(pollSeconds + 0.1);
  expect(reports.at(-1)).not.toHaveProperty('gate', 'ad');
  expect(title()).toBe('One');
});

test('a connector on trial that reads less than the one before stays so', async () => {
  const { readingAid } = frameScope();
  onTestFinished(() => void Object.assign(frameScope(), { readingAid }));
  Object.assign(frameScope(), { readingAid: { createTrialReader } });
  const player: Page['player'] = { ad: [{ exists: '.ad' }] };
  const worse: Page['item'] = { type: [{ constant: 'movie' }], title: [{ text: 'h2' }] };
  await openPlayingPage({ item: worse, player }, page, { item, player });
  await advance(120);
  document.body.insertAdjacentHTML('beforeend', '<i class="ad"></i>');
  await advance(settledPollSeconds + 0.1);
  expect(reports.at(-1)).toMatchObject({ gate: 'ad', trial: false });
});

test('a look that fails is followed by the next one, although no event comes', async () => {
  await openPlayingPage({ item }, page);
  const errors: unknown[] = [];
  const note = (error: unknown) => errors.push(error);
  process.on('unhandledRejection', note);
  onTestFinished(() => void process.off('unhandledRejection', note));
  await advance(pollSeconds / 2);
  const failing = vi.spyOn(document, 'title', 'get').mockImplementation(() => {
    throw new Error('The page has replaced what is read.');
  });
  await advance(pollSeconds);
  failing.mockRestore();
  document.querySelector('h1')?.replaceChildren('Two');
  await advance(pollSeconds * 4);
  expect(errors.length).toBeGreaterThan(0);
  expect(title()).toBe('Two');
});
