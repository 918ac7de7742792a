// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import cinema from '../../../src/connectors/matinee-cinema/definition.json' with { type: 'json' };
import { frameScope } from '../../../src/content/frame/frame-scope';
import { monitorPage } from '../../../src/content/page-monitor/page-monitor';
import { pollSeconds, settledPollSeconds } from '../../../src/core/session/thresholds';
import { browser } from '../../../src/platform/browser/browser';
import type { Definition } from '../../../src/protocol/definition/definition';
import type { Report } from '../../../src/protocol/report';
import { waitFor } from '../../support/wait-for';
import { giveReadingAid } from './playing-page';

/** What the worker has heard, and how often it is ended before it answers. */
let heard: Report[];
let deaths: number;
let page: AbortController;
let film: ReturnType<typeof showFilm>;

beforeEach(() => {
  heard = [];
  deaths = 0;
  giveReadingAid();
  const sendMessage = async ({ input }: { input: Report }) => {
    heard.push(input);
    if (deaths-- > 0) throw new Error('The message channel closed before a response was received.');
    return { value: { again: 100 } };
  };
  Object.assign(browser, {
    runtime: {
      id: 'matinee',
      sendMessage,
      onMessage: { addListener: () => undefined, removeListener: () => undefined },
    },
  });
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    'https://cinema.matinee.test/cinema/film/one',
  );
  film = showFilm();
  monitor(cinema);
});
afterEach(() => {
  vi.useRealTimers();
  page.abort();
  frameScope().readingAid = undefined;
  Reflect.deleteProperty(browser, 'runtime');
});

function monitor(definition: object) {
  page = new AbortController();
  monitorPage({
    definition: definition as Definition,
    run: 'run',
    top: true,
    signal: page.signal,
    end: () => page.abort(),
  });
}

function showFilm() {
  document.head.innerHTML = '<meta name="application-name" content="Matinee Cinema">';
  document.body.innerHTML =
    '<div id="screen"><video class="main"></video></div><section id="now-playing" data-tmdb="1"><h1 class="title">One</h1></section>';
  const video = document.querySelector('video');
  if (video === null) throw new Error('no video');
  const state = {
    currentTime: 0,
    paused: true,
    ended: false,
    duration: 600,
    readyState: 4,
    videoWidth: 480,
    videoHeight: 270,
    seeking: false,
    playbackRate: 1,
    currentSrc: 'film',
  };
  for (const name of Object.keys(state))
    Object.defineProperty(video, name, { configurable: true, get: () => state[name as keyof typeof state] });
  Object.assign(video, {
    getBoundingClientRect: () => ({
      width: 480,
      height: 270,
      top: 0,
      left: 0,
      bottom: 270,
      right: 480,
      x: 0,
      y: 0,
    }),
    checkVisibility: () => true,
  });
  const happens = (type: string) => void video.dispatchEvent(new Event(type, { bubbles: true }));
  return {
    play(position: number, duration = state.duration) {
      Object.assign(state, { paused: false, currentTime: position, duration });
      happens('playing');
    },
    pause() {
      state.paused = true;
      happens('pause');
    },
    jump(position: number) {
      Object.assign(state, { seeking: true, currentTime: position });
      happens('seeking');
      state.seeking = false;
      happens('seeked');
    },
    wait() {
      state.readyState = 2;
      happens('waiting');
    },
    goOn(position: number) {
      state.currentTime = position;
    },
    /** As a seek bar does: the events come when all of it has happened. */
    async pauseAndSeek(position: number) {
      Object.assign(state, { seeking: true, currentTime: position });
      for (const type of ['pause', 'seeking', 'play', 'playing']) {
        happens(type);
        // Each event is a task of its own.
        await new Promise((resolve) => {
          setImmediate(resolve);
        });
      }
      state.seeking = false;
      happens('seeked');
    },
    /** The player takes the medium away, with the event that tells of it or, as a page ends, without. */
    unload(tells: boolean) {
      Object.assign(state, { readyState: 0, currentTime: 0, duration: Number.NaN });
      if (tells) happens('emptied');
    },
    /** The player takes the medium away and brings another one, as for the next title of an evening. */
    replace(title: string) {
      Object.assign(state, { readyState: 0, currentTime: 0, duration: Number.NaN });
      happens('emptied');
      document.querySelector('h1')?.replaceChildren(title);
      document.querySelector('#now-playing')?.setAttribute('data-tmdb', '2');
      Object.assign(state, { readyState: 4, duration: 900, currentSrc: title });
      happens('loadedmetadata');
    },
  };
}

const places = () => heard.map(({ cause, playback }) => [cause, playback?.position]);

test('a report that meets the end of the worker is said again at once, as a new one', async () => {
  film.play(10);
  await waitFor('the play', () => heard.some(({ cause }) => cause === 'play'));
  deaths = 1;
  const before = heard.length;
  film.pause();
  await waitFor('both pauses', () => heard.length === before + 2, { timeout: 200, every: 5 });
  expect(places().slice(before)).toEqual([
    ['pause', 10],
    ['pause', 10],
  ]);
  // A worker that had taken the first one drops what is not newer, and with it the time of the next look.
  expect(new Set(heard.map(({ seq }) => seq)).size).toBe(heard.length);
});

test('a label in another language is taken apart', async () => {
  history.pushState({}, '', '/cinema/series/show/two');
  document
    .querySelector('#now-playing')
    ?.insertAdjacentHTML('beforeend', '<p class="subtitle">2. évad 3. rész – Haza</p>');
  film.play(10);
  await waitFor('the episode', () => heard.some(({ reading }) => reading?.item.type === 'episode'));
  const { reading } = heard.findLast((report) => report.reading?.item.type === 'episode') ?? {};
  expect(reading?.item).toMatchObject({
    seriesTitle: 'One',
    seasonNumber: 2,
    episodeNumber: 3,
    episodeTitle: 'Haza',
  });
});

test('the part that reads labels is asked for once a label is read, and not by a page that states numbers', async () => {
  page.abort();
  frameScope().readingAid = undefined;
  let asked = 0;
  const sendMessage = browser.runtime.sendMessage.bind(browser.runtime);
  Object.assign(browser.runtime, {
    async sendMessage(message: { readonly name: string }) {
      if (message.name !== 'reading-aid') return sendMessage(message);
      asked += 1;
      giveReadingAid();
      return { value: null };
    },
  });
  const label = { text: '.subtitle', transforms: [{ seasonEpisode: 'episode' as const }] };
  const item = {
    seriesTitle: [{ text: '#now-playing .title', remember: true }],
    episodeNumber: [{ text: '.number' }, label],
    episodeTitle: [{ text: '.subtitle', remember: true, guards: [{ of: label, not: true }] }],
  };
  document
    .querySelector('#now-playing')
    ?.insertAdjacentHTML('beforeend', '<p class="number">4</p><p class="subtitle"></p>');
  monitor({ ...cinema, pages: [{ kind: 'watch', match: {}, item }] });
  film.play(10);
  const last = () => heard.at(-1)?.reading?.item;
  await waitFor('the number', () => last()?.episodeNumber === 4);
  expect(asked).toBe(0);
  document.querySelector('.number')?.remove();
  document.querySelector('.subtitle')?.append('S2 E3');
  film.play(20);
  await waitFor('the label', () => last()?.episodeNumber === 3);
  expect(asked).toBe(1);
  expect(last()).toMatchObject({ seriesTitle: 'One' });
  expect(heard.map(({ reading }) => reading?.item.episodeTitle)).not.toContain('S2 E3');
});

test('an episode is no film while the part that reads its label is away', async () => {
  page.abort();
  frameScope().readingAid = undefined;
  const title = [{ text: '#now-playing .title' }];
  const label = { text: '.subtitle', transforms: [{ seasonEpisode: 'episode' as const }] };
  const item = { title, seriesTitle: title, episodeNumber: [label] };
  const definition = { ...cinema, pages: [{ kind: 'watch', match: {}, item }] };
  document
    .querySelector('#now-playing')
    ?.insertAdjacentHTML('beforeend', '<p class="subtitle">S2 E3 – Haza</p>');
  heard = [];
  monitor(definition);
  film.play(10);
  await waitFor('the play', () => heard.some(({ cause }) => cause === 'play'));
  expect(heard.map(({ reading }) => reading?.item.type)).not.toContain('movie');
});

test.each([
  ['what the site states', 'de', ['pl'], 'ja', 'ja'],
  ['the lang of the page', 'de', ['pl'], undefined, 'de'],
  ['the only language of the connector', '', ['pl'], undefined, 'pl'],
  ['none of several languages of the connector', '', ['pl', 'en'], undefined, ''],
  ['none where nothing states one', '', undefined, undefined, undefined],
])('the language of the titles is %s', async (_, lang, languages, stated, expected) => {
  page.abort();
  heard = [];
  document.documentElement.lang = lang;
  const [first, ...others] = cinema.pages;
  const source = stated === undefined ? {} : { language: [{ constant: stated }] };
  const pages = [{ ...first, item: { ...first?.item, ...source } }, ...others];
  monitor({ ...cinema, languages, pages });
  film.play(10);
  const { reading } = await waitFor('the film', () => heard.find((one) => one.reading?.item.title));
  expect(reading?.item.language).toBe(expected);
  document.documentElement.lang = '';
});

test('a worker that cannot be started is not called in a loop', async () => {
  film.play(10);
  await waitFor('the play', () => heard.some(({ cause }) => cause === 'play'));
  deaths = Infinity;
  const [before, begun] = [heard.length, performance.now()];
  film.pause();
  await waitFor('the attempt after the first two', () => heard.length > before + 2, { timeout: 5_000 });
  expect(performance.now() - begun).toBeGreaterThan(400);
});

test.each([
  ['goes on until it is told', 4, () => {}, 14],
  [
    'goes on for no longer than until the next look: the machine slept',
    3_600,
    () => {},
    10 + settledPollSeconds,
  ],
  ['stands while it waits for data', 4, () => film.wait(), 10],
  ['goes on where the clock is set back', 4, () => vi.setSystemTime(Date.now() - 3_600_000), 14],
])('a medium that is taken away %s', async (_, seconds, first, position) => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  film.play(10);
  await waitFor('the play', () => heard.some(({ cause }) => cause === 'play'));
  first();
  vi.advanceTimersByTime(seconds * 1_000);
  film.replace('Two');
  await waitFor('the next film', () => heard.some(({ reading }) => reading?.item.title === 'Two'));
  const last = heard.findLast(({ reading }) => reading?.item.title === 'One');
  expect(last).toMatchObject({ cause: 'pause', playback: { state: 'paused' } });
  expect(last?.playback?.position).toBeCloseTo(position);
});

test('a jump is sent with the position where it began, which no report had', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  film.play(10);
  await waitFor('the play', () => heard.some(({ cause }) => cause === 'play'));
  vi.advanceTimersByTime(3_000);
  film.jump(300);
  const jump = await waitFor('the jump', () => heard.find(({ cause }) => cause === 'seek'));
  expect(jump.playback?.position).toBe(300);
  expect(jump.playback?.seekFrom).toBeCloseTo(13);
});

test('a pause and a seek in one task are reported with the place that they began at', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  film.play(10);
  await waitFor('the play', () => heard.some(({ cause }) => cause === 'play'));
  const before = heard.length;
  vi.advanceTimersByTime(5_000);
  await film.pauseAndSeek(75);
  await waitFor('the seek', () => heard.some(({ cause }) => cause === 'seek'));
  expect(heard[before]?.playback?.seekFrom).toBeCloseTo(15);
});

/** The page is looked at after so many seconds. What follows is not faked, and waits as usual. */
async function lookAfter(seconds: number): Promise<void> {
  await vi.advanceTimersByTimeAsync(seconds * 1_000);
}

const all = ['Date', 'performance', 'setTimeout', 'clearTimeout'] as const;
const reportedPlay = () =>
  vi.waitFor(() => expect(heard.some(({ cause }) => cause === 'play')).toBe(true), { timeout: 2_000 });

test('a clock that is set back an hour does not delay the report that is due', async () => {
  vi.useFakeTimers({ toFake: [...all] });
  film.play(10);
  await reportedPlay();
  vi.setSystemTime(Date.now() - 3_600_000);
  film.goOn(17.5);
  await lookAfter(pollSeconds);
  // The position is not where the worker takes it to be by its clock.
  expect(heard.at(-1)).toMatchObject({ cause: 'tick', playback: { position: 17.5 } });
  const before = heard.length;
  for (let position = 25; position < 130; position += pollSeconds) {
    film.goOn(position);
    await lookAfter(pollSeconds);
  }
  // The worker has asked for a report after 100 s.
  expect(heard.length).toBe(before + 1);
  expect(heard.at(-1)?.playback?.at).toBeGreaterThan(heard[0]?.playback?.at ?? 0);
});

test('a computer that has slept tells at the next look where its player is', async () => {
  vi.useFakeTimers({ toFake: [...all] });
  film.play(10);
  await reportedPlay();
  vi.setSystemTime(Date.now() + 60_000);
  film.goOn(12);
  await lookAfter(pollSeconds);
  expect(heard.at(-1)).toMatchObject({ cause: 'tick', playback: { position: 12 } });
});

test.each([
  ['says where its player is', () => {}, 1_000],
  [
    'whose medium is gone is at most the longest time between two looks ahead',
    () => film.unload(true),
    1_000 + settledPollSeconds,
  ],
  ['whose medium is gone without an event is so too', () => film.unload(false), 1_000 + settledPollSeconds],
])('a page that is closed as the computer wakes after 100 s %s', async (_, first, latest) => {
  // The timers of the page are not faked: its next look does not come before the end.
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  film.play(1_000, 5_400);
  await waitFor('the play', () => heard.some(({ cause }) => cause === 'play'));
  vi.advanceTimersByTime(100_000);
  first();
  dispatchEvent(new Event('pagehide'));
  const last = await waitFor('the last report', () => heard.find(({ cause }) => cause === 'leave'));
  expect(last.playback).toMatchObject({ duration: 5_400 });
  expect(last.playback?.position).toBeGreaterThanOrEqual(1_000);
  expect(last.playback?.position).toBeLessThanOrEqual(latest);
});

test('a player that waits for data is reported as one that does not move', async () => {
  vi.useFakeTimers({ toFake: [...all] });
  film.play(10);
  await reportedPlay();
  film.wait();
  await lookAfter(pollSeconds);
  expect(heard.at(-1)?.playback).toMatchObject({ state: 'playing', rate: 0, position: 10 });
});

test('a medium that ends is reported with its position, although the page still names it', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  film.play(10);
  await waitFor('the play', () => heard.some(({ cause }) => cause === 'play'));
  vi.advanceTimersByTime(6_000);
  film.replace('One');
  await waitFor('the next medium', () => heard.some(({ playback }) => playback?.duration === 900));
  const last = heard.findLast(({ playback }) => playback?.duration === 600);
  expect(last).toMatchObject({ cause: 'pause', playback: { state: 'paused' } });
  expect(last?.playback?.position).toBeCloseTo(16);
});

test('a label that is there only while the pointer moves is read then', async () => {
  const label = document.querySelector('#now-playing');
  label?.remove();
  film.play(10);
  await waitFor('the report without a title', () => heard.at(-1)?.reading?.degraded);
  if (label !== null) document.body.append(label);
  document.body.dispatchEvent(new Event('pointermove', { bubbles: true }));
  // Sooner than the next look.
  await waitFor('the title', () => heard.at(-1)?.reading?.item.title === 'One', {
    timeout: 3_000,
    every: 20,
  });
});
