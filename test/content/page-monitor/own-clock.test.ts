// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { pollSeconds, settledPollSeconds } from '../../../src/core/session/thresholds';
import { browser } from '../../../src/platform/browser/browser';
import { frameScope } from '../../../src/content/frame/frame-scope';
import { readOwnClock } from '../../../src/content/reading-aid/read-own-clock';
import type { Report } from '../../../src/protocol/report';
import { openPlayingPage, type Page } from './playing-page';

let reports: Report[];
let page: AbortController;

const advance = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);

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
  document.body.innerHTML = '<h1>One</h1>';
  Object.assign(frameScope(), { readingAid: { readOwnClock } });
});
afterEach(() => {
  page.abort();
  vi.restoreAllMocks();
  vi.useRealTimers();
  frameScope().readingAid = undefined;
  Reflect.deleteProperty(browser, 'runtime');
});

const item: Page['item'] = { type: [{ constant: 'movie' }], title: [{ text: 'h1' }] };
const player: Page['player'] = {
  clock: { position: [{ text: 'time' }], duration: [{ text: 'b' }] },
  ad: [{ exists: '.ad' }],
};

const hide = (selector: string) => document.querySelector(selector)?.remove();
const show = (html: string) => document.body.insertAdjacentHTML('beforeend', html);
const showControls = (time: string) => show(`<p><time>${time}</time><b>45:00</b></p>`);
const last = () => reports.at(-1);

/** A minute of the film at a time, whose controls have shown 10:00 and are hidden 30 s later. */
async function playHidden() {
  showControls('10:00');
  const opened = await openPlayingPage({ item, player }, page, undefined, 60);
  hide('p');
  await advance(30);
  return opened;
}

test('another source while the controls are hidden is neither a pause nor an end, and its place waits for them', async () => {
  const film = await playHidden();
  film.load('two');
  await advance(60);
  expect(reports.map(({ cause, playback }) => [cause, playback?.state])).toEqual([
    ['start', 'playing'],
    ['item', 'playing'],
  ]);
  expect(last()?.playback).toMatchObject({ rate: 0, position: 630 });
  showControls('11:31');
  await advance(settledPollSeconds);
  expect(last()?.playback).toMatchObject({ state: 'playing', rate: 1, position: 691 });
  hide('p');
  await advance(30);
  expect(reports.length).toBe(3);
});

test('a pause after that is one, at the place where the source has changed', async () => {
  const film = await playHidden();
  film.load('two');
  await advance(20);
  film.pause();
  await advance(1);
  expect(last()).toMatchObject({ cause: 'pause', playback: { state: 'paused', position: 630 } });
});

test('the place of one title is not stated for the next one', async () => {
  const film = await playHidden();
  film.load('two');
  await advance(3);
  document.querySelector('h1')?.replaceChildren('Two');
  await advance(pollSeconds);
  expect(last()?.reading?.item.title).toBe('Two');
  expect(last()?.playback).toBeUndefined();
});

test.each([
  ['in the same medium', undefined, undefined],
  ['after which the source is the same', 'ad', 'one'],
  ['after which the source is another', 'ad', 'two'],
])('an advertisement %s does not move the clock', async (_, during, after) => {
  const film = await playHidden();
  show('<i class="ad"></i><p><time>0:03</time><b>1:00</b></p>');
  if (during !== undefined) film.load(during);
  await advance(60);
  hide('.ad');
  hide('p');
  if (after !== undefined) film.load(after);
  await advance(pollSeconds);
  const { gate, playback } = last() ?? {};
  expect(gate).toBeUndefined();
  expect(playback).toMatchObject({ state: 'playing', duration: 2_700 });
  expect(Math.abs((playback?.position ?? 0) - 630)).toBeLessThanOrEqual(pollSeconds);
});
