import { mkdir } from 'node:fs/promises';
import type { Page } from 'playwright';
import { createBuiltInCatalogue } from '../../src/service/catalogue/built-in/create-catalogue';
import { builtInFilms, builtInSeries } from '../../src/service/catalogue/built-in/data';
import { choose } from '../../src/service/library/webhooks/chosen-title';
import type { Catalogue } from '../../src/service/catalogue/catalogue';
import type { PlayedTitle } from '../../src/service/library/webhooks/playing';
import { recordPlaying } from '../../src/service/library/webhooks/record-playing';
import { startService, type RunningService } from '../../src/service/start-service';
import { invitationPath } from '../../src/service/store/invitations';
import { launchChromium } from '../support/browser/launch-chromium';

const STEP_MS = 3 * 3600_000;
const LANGUAGES = ['en', 'de', 'ar'];
const WIDTHS = { narrow: 390, wide: 1280 };
const ACCOUNT = { name: 'ada', password: 'correct horse' };

const PAGES = {
  history: '/history',
  posters: '/history?view=posters',
  calendar: '/history?view=calendar',
  found: '/history?q=the&only=movie',
  entry: '/history/entry/entry-1',
  episode: '/media/episode/1396/1/2',
  notice: '/history?done=removed_count&count=1&undo=removal~abc',
  add: '/history/add?type=episode&title=Breaking+Bad&season=1&episode=2',
  lists: '/lists',
  watchlist: '/lists/watchlist',
  statistics: '/statistics',
  'year-card': '/statistics/card.svg',
  check: '/check',
  coming: '/calendar',
  series: '/series/1396?season=1',
  film: '/media/movie/10378',
  channels: '/channels/my-series',
  keys: '/keys',
  account: '/account',
  connectors: '/connectors',
  import: '/import',
  device: '/device',
  catalogue: '/catalogue',
  pack: '/catalogue/pack',
  invitations: '/invitations',
  api: '/api',
} as const;

/** Without an account. */
const STRANGERS = {
  'sign-in': '/sign-in',
  welcome: '/welcome',
  'invitation-ended': '/invitation/ended',
} as const;

interface PictureOptions {
  readonly folder: string;
  /** Parts of names; empty: all. */
  readonly wanted: readonly string[];
  readonly language?: string | undefined;
  readonly viewings: number;
}

/** A picture of each page of the tracker, narrow and wide, light and dark. */
export async function picturePages({ folder, wanted, language, viewings }: PictureOptions): Promise<number> {
  await mkdir(folder, { recursive: true });
  const service = await startService({ dataDir: ':memory:', owner: ACCOUNT, catalogue: withDetails() });
  const unclaimed = await startService({ dataDir: ':memory:' });
  const chromium = await launchChromium({ extension: false });
  let count = 0;
  try {
    await seed(service, viewings);
    const page = await chromium.context.newPage();
    await page.goto(`${service.url}/sign-in`);
    await page.locator('[name=name]').fill(ACCOUNT.name);
    await page.locator('[name=password]').fill(ACCOUNT.password);
    await page.locator('main form button').first().click();
    await page.waitForURL('**/history');
    const waiting = await holdTitles(service);
    const list = await makeLists(service);
    const signedIn = {
      ...PAGES,
      waiting,
      list,
      order: `${list}?order=1`,
      preview: await openPreview(page, service.url),
    };
    const strangers = { ...STRANGERS, invitation: await openInvitation(service) };
    const visits = Object.entries({ ...signedIn, ...strangers }).filter(
      ([name]) => wanted.length === 0 || wanted.some((part) => name.includes(part)),
    );
    for (const [name, path] of visits) {
      if (Object.hasOwn(strangers, name)) await chromium.context.clearCookies();
      const { url } = name === 'welcome' ? unclaimed : service;
      for (const tag of language === undefined ? LANGUAGES : [language]) {
        const { id } = await service.store.users.ensureOwner();
        await service.store.preferences.setLanguage(id, tag);
        // Nobody is signed in there.
        await page.setExtraHTTPHeaders({ 'Accept-Language': tag });
        for (const [size, width] of Object.entries(WIDTHS))
          for (const theme of ['light', 'dark'] as const) {
            await page.emulateMedia({ colorScheme: theme });
            await page.setViewportSize({ width, height: 900 });
            await page.goto(url + path);
            await page.screenshot({ path: `${folder}tracker-${name}-${size}-${theme}-${tag}.png` });
            count += 1;
          }
      }
    }
  } finally {
    await chromium.close();
    await service.close();
    await unclaimed.close();
  }
  return count;
}

/** Its series are about something, as with a film database. */
function withDetails(): Catalogue {
  return {
    ...createBuiltInCatalogue(),
    details: async ({ kind }) => ({
      genres: ['Drama', 'Crime'],
      makers: [kind === 'movie' ? 'Directing Person' : 'Creating Person'],
      cast: ['First Actor', 'Second Actor', 'Third Actor with a Long Name', 'Fourth Actor'],
      plot: 'Somebody sets out to find what was lost, and finds something else. '.repeat(4).trim(),
      plotLanguage: 'en',
      credit: { name: 'TVmaze', url: 'https://www.tvmaze.com/shows/1', licence: 'CC BY-SA 4.0' },
    }),
  };
}

/** The path of an invitation, beside which another one is open. */
async function openInvitation({ store }: RunningService): Promise<string> {
  const { id } = await store.users.ensureOwner();
  await store.invitations.create(id, 'reviewer');
  return invitationPath(await store.invitations.create(id, 'member'));
}

/** The path of a title that waits: of one that the film database counts otherwise, among others. */
async function holdTitles({ store }: RunningService): Promise<string> {
  const { id } = await store.users.ensureOwner();
  const catalogue = createBuiltInCatalogue();
  const play = (title: Omit<PlayedTitle, 'ids'>) =>
    recordPlaying(
      { store, catalogue, now: Date.now },
      id,
      { title: { ids: {}, ...title }, progress: 2600, duration: 2820, isPlayed: true },
      [],
    );
  const series = { type: 'episode', title: 'Breaking Bad' } as const;
  for (const episodeNumber of [3, 4]) await play({ ...series, seasonNumber: 6, episodeNumber });
  await play({ type: 'movie', title: 'Birthday of Grandma' });
  await play({ type: 'movie', title: 'Night of the Living', year: 1968 });
  await play({ ...series, seasonNumber: 7, episodeNumber: 1 });
  const [last, , , first] = await store.heldTitles.list(id);
  const ids = { type: 'episode', tmdbId: 1396, seasonNumber: 1, episodeNumber: 1 } as const;
  if (last !== undefined) await choose({ store, catalogue }, id, last, { ids, isForSeason: true });
  const search = 'type=episode&title=Breaking+Bad&season=2&episode=3';
  return `/check/${first?.id ?? ''}?${search}`;
}

/** The path of a preview: one film, one that several are called, one that nobody knows. */
async function openPreview(page: Page, url: string): Promise<string> {
  const entry = (title: string, year?: number) => ({
    watched_at: '2025-01-15T20:00:00.000Z',
    movie: { title, year },
  });
  const entries = [entry('Sintel', 2010), entry('Night of the Living'), entry('No such film', 1999)];
  await page.goto(`${url}/import`);
  const buffer = Buffer.from(JSON.stringify(entries));
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'history.json', mimeType: 'application/json', buffer });
  await page.locator('main form button').first().click();
  await page.waitForURL('**/import/*');
  return new URL(page.url()).pathname;
}

/** The path of a list; the films of the others are on the watchlist. */
async function makeLists({ store }: RunningService): Promise<string> {
  const { id } = await store.users.ensureOwner();
  const works = [
    ...builtInFilms.map(({ tmdbId }) => `movie:${String(tmdbId)}`),
    ...builtInSeries.map(({ tmdbId }) => `show:${String(tmdbId)}`),
  ];
  for (const media of works) await store.shelves.put(id, 'watchlist', media);
  await store.shelves.put(id, 'favorites', 'movie:10378');
  const paths: string[] = [];
  for (const name of ['Films for a rainy evening', 'With the children', 'Seen on the train']) {
    const list = await store.lists.create(id, { name, visibility: 'PRIVATE', kind: 'media' });
    if (list === undefined) continue;
    for (const media of works.slice(2, 9))
      await store.lists.put(id, list.id, { media, notes: media === works[3] ? 'In the open air' : null });
    paths.push(`/lists/${list.id}`);
  }
  return paths[0] ?? '/lists';
}

/** Films and episodes in turn, one each three hours up to now. */
async function seed({ store }: RunningService, viewings: number): Promise<void> {
  const { id } = await store.users.ensureOwner();
  await store.keys.create(id, 'mt', 'Chrome · Linux', { lifetimeMs: 90 * 86_400_000 });
  await store.keys.create(id, 'sk', 'Backup script');
  const now = Date.now();
  for (let index = 0; index < viewings; index += 1) {
    const watchedAt = now - index * STEP_MS;
    await store.viewings.put(id, `entry-${String(index)}`, {
      ids: index % 3 === 0 ? filmAt(index) : episodeAt(index),
      position: { progress: 2700, duration: 2700 },
      startedAt: watchedAt - 2_700_000,
      watchedAt,
    });
  }
  await store.playback.update(id, { type: 'movie', tmdbId: 45745 }, { progress: 400, duration: 888 });
  // Two episodes of one series, and one that was only looked at.
  for (const [episodeNumber, progress] of [
    [3, 900],
    [4, 1500],
    [5, 12],
  ] as const)
    await store.playback.update(
      id,
      { type: 'episode', tmdbId: 1396, seasonNumber: 2, episodeNumber },
      { progress, duration: 2820 },
    );
  const ratedAt = now;
  await store.ratings.grade(id, { media: 'movie:10378', rating: 9, ratedAt });
  await store.ratings.grade(id, { media: 'episode:1396:1:2', rating: 8, ratedAt });
  await store.shelves.put(id, 'watchlist', 'movie:10378');
}

function filmAt(index: number) {
  const { tmdbId = 10378 } = builtInFilms[index % builtInFilms.length] ?? {};
  return { type: 'movie', tmdbId } as const;
}

function episodeAt(index: number) {
  const { tmdbId = 1396 } = builtInSeries[index % builtInSeries.length] ?? {};
  return { type: 'episode', tmdbId, seasonNumber: 1, episodeNumber: 1 + (index % 7) } as const;
}
