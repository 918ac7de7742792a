// @vitest-environment happy-dom
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { frameScope } from '../../../src/content/frame/frame-scope';
import { pollSeconds } from '../../../src/core/session/thresholds';
import { browser } from '../../../src/platform/browser/browser';
import type { Report } from '../../../src/protocol/report';
import { giveReadingAid, openPlayingPage, type Page } from './playing-page';

let reports: Report[];
let page: AbortController;

beforeEach(() => {
  vi.useFakeTimers();
  reports = [];
  page = new AbortController();
  const sendMessage = async ({ name, input }: { name: string; input: unknown }) => {
    if (name === 'report') reports.push(input as Report);
    return { value: name === 'report' ? { again: pollSeconds } : {} };
  };
  Object.assign(browser, {
    runtime: { id: 'matinee', sendMessage, onMessage: { addListener: vi.fn(), removeListener: vi.fn() } },
  });
  giveReadingAid();
  (window as unknown as { happyDOM: { setURL: (url: string) => void } }).happyDOM.setURL(
    'https://www.site.example/watch/1',
  );
  document.body.innerHTML = '<main data-tmdb="1"><h1>One</h1><h2>S1 E3</h2></main>';
});
afterEach(() => {
  page.abort();
  frameScope().readingAid = undefined;
  document.documentElement.className = '';
  vi.useRealTimers();
  Reflect.deleteProperty(browser, 'runtime');
});

const film: Page['item'] = {
  type: [{ constant: 'movie' }],
  title: [{ text: 'h1' }],
  ids: { tmdb: [{ attribute: 'main', name: 'data-tmdb' }] },
};
const label = (part: 'season' | 'episode') => [{ text: 'h2', transforms: [{ seasonEpisode: part }] }];
const episode: Page['item'] = {
  seriesTitle: [{ text: 'h1' }],
  seasonNumber: label('season'),
  episodeNumber: label('episode'),
};
const look = () => vi.advanceTimersByTimeAsync(pollSeconds * 1_000);
const last = () => reports.at(-1);
const itemsAt = (path: string) =>
  reports.flatMap(({ url, reading }) => (reading && url.endsWith(path) ? [reading.item] : []));
const write = (selector: string, text: string) => document.querySelector(selector)?.replaceChildren(text);

/** As Chromium does: each text is in two elements of its own. */
async function translate(): Promise<void> {
  document.documentElement.className = 'translated-ltr';
  for (const one of document.querySelectorAll('h1,h2'))
    one.innerHTML = `<font><font>${one.textContent} übersetzt</font></font>`;
  await look();
}

const setId = (id: string) => document.querySelector('main')?.setAttribute('data-tmdb', id);

test('what the site has named stays while the page is translated', async () => {
  await openPlayingPage({ item: film }, page);
  await look();
  await translate();
  await look();
  expect(last()?.reading).toMatchObject({ item: { title: 'One', ids: { tmdb: 1 } }, degraded: false });
  expect(new Set(itemsAt('/1').map(({ title }) => title))).toEqual(new Set(['One']));
});

test('a page that was opened translated is read without the words', async () => {
  const opened = openPlayingPage({ item: film }, page);
  await translate();
  await opened;
  await look();
  expect(last()?.reading?.item).toMatchObject({ type: 'movie', ids: { tmdb: 1 } });
  expect(last()?.reading?.item).not.toHaveProperty('title');
});

test('the next title in the same player has its own id, and not the title before', async () => {
  const player = await openPlayingPage({ item: film }, page, undefined, 600);
  await translate();
  history.pushState({}, '', '/watch/2');
  setId('2');
  player.load('one', 900);
  await look();
  await look();
  expect(itemsAt('/2').length).toBeGreaterThan(1);
  for (const item of itemsAt('/2')) {
    expect(item).toMatchObject({ ids: { tmdb: 2 } });
    expect(item).not.toHaveProperty('title');
  }
  // The site writes its own words, which the browser then translates.
  write('h1', 'Two');
  await look();
  await translate();
  expect(last()?.reading?.item).toMatchObject({ title: 'Two', ids: { tmdb: 2 } });
});

test.each([
  ['another length', (player: Player) => player.load('one', 900)],
  ['another source', (player: Player) => player.load('two')],
  ['another id', () => setId('2')],
  ['another address', () => history.pushState({}, '', '/watch/2')],
])('a medium with %s has not the title before', async (_, change) => {
  const player = await openPlayingPage({ item: film }, page);
  await translate();
  expect(last()?.reading?.item.title).toBe('One');
  change(player);
  await look();
  await look();
  expect(last()?.reading?.item).not.toHaveProperty('title');
  expect(last()?.playback?.position).toBeGreaterThan(0);
});

type Player = Awaited<ReturnType<typeof openPlayingPage>>;

test('a trailer is one on a translated page too, and the film behind it has its title', async () => {
  const player = await openPlayingPage({ item: film, player: { trailer: [{ exists: '.trailer' }] } }, page);
  await translate();
  document.querySelector('main')?.classList.add('trailer');
  await look();
  expect(last()?.gate).toBe('trailer');
  player.load('trailer', 90);
  await look();
  expect(last()).toMatchObject({ gate: 'trailer', playback: { duration: 90 } });
  document.querySelector('main')?.classList.remove('trailer');
  player.load('one', 2_700);
  await look();
  expect(last()?.gate).toBeUndefined();
  expect(last()?.reading?.item).toMatchObject({ title: 'One', ids: { tmdb: 1 } });
});

test('the next episode in the same player is not the one before', async () => {
  await openPlayingPage({ item: episode }, page);
  await translate();
  expect(last()?.reading?.item).toMatchObject({ seriesTitle: 'One', seasonNumber: 1, episodeNumber: 3 });
  history.pushState({}, '', '/watch/2');
  await look();
  await look();
  expect(itemsAt('/2').length).toBeGreaterThan(0);
  for (const item of itemsAt('/2')) expect(item).not.toHaveProperty('episodeNumber');
  write('h1', 'One');
  write('h2', 'S1 E4');
  await look();
  await translate();
  expect(last()?.reading?.item).toMatchObject({ seriesTitle: 'One', seasonNumber: 1, episodeNumber: 4 });
});

test('the next episode at the same address and of the same length is known by its number', async () => {
  await openPlayingPage({ item: episode }, page);
  await translate();
  write('h2', 'S1 E4');
  await look();
  expect(last()?.reading?.item.episodeNumber).not.toBe(3);
  await translate();
  expect(last()?.reading?.item.episodeNumber).not.toBe(3);
});
