import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { LANGUAGES } from '../../src/service/texts/words';
import { startService, type RunningService } from '../../src/service/start-service';
import { pollDeviceToken, requestDeviceCode } from '../../src/tracker/device';
import { createTracker } from '../../src/tracker/client';
import type { Chromium } from '../support/browser/chromium';
import { launchChromium } from '../support/browser/launch-chromium';
import { caseOf, connectorOf } from './releases/connector-fixture';
import { brokenWords, cutChoices, cutLabels, overlappingLabels } from './squeezed-texts';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core'), 'utf8');
let service: RunningService;
let chromium: Chromium;
let page: Page;
const complaints: string[] = [];

beforeAll(async () => {
  service = await startService({ dataDir: ':memory:' });
  chromium = await launchChromium({ extension: false });
  page = await chromium.context.newPage();
  page.on('console', (message) => complaints.push(message.text()));
  page.on('pageerror', (error) => complaints.push(error.message));
});
afterAll(async () => {
  await chromium.close();
  await service.close();
});

const options = () => ({ baseUrl: service.baseUrl, fetch, now: Date.now });

test('the owner creates the account, approves a device and reviews its connector', async () => {
  const code = await requestDeviceCode('A <b>browser</b>', options());
  await page.goto(code.verification_uri);
  await page.getByLabel('Set-up code').fill(await service.store.setUpCode.ensure());
  await page.getByLabel('Name').fill('ada');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Create account' }).click();
  await page.getByLabel('Code shown on your device').fill(code.user_code);
  await page.getByRole('button', { name: 'Continue' }).click();
  await page.getByText(code.user_code).waitFor();
  await page.getByText('A <b>browser</b>').waitFor();
  await page.getByRole('button', { name: 'Approve' }).click();
  await page.getByRole('status').getByText('Device approved').waitFor();

  const answer = await pollDeviceToken(code.device_code, options());
  const tracker = createTracker({
    ...options(),
    token: () => Promise.resolve(answer.state === 'approved' ? answer.token : undefined),
    offers: () => Promise.resolve(new Set()),
  });
  await tracker.scrobble({ type: 'movie', progress: 595, duration: 600, tmdbId: 10378 });
  await page.getByRole('link', { name: 'History' }).click();
  await page.getByRole('link', { name: 'Big Buck Bunny', exact: true }).waitFor();

  const definition = {
    version: 1,
    id: 'example',
    name: 'Example',
    hosts: ['www.example.test'],
    pages: [{ kind: 'watch', match: { path: '^/' }, item: { title: [{ title: true }] } }],
    verified: { date: null, how: 'never' },
  };
  await tracker.submitConnector({ name: 'Example cinema', domains: ['www.example.test'], definition });
  await page.getByRole('link', { name: 'Connectors' }).click();
  expect(await page.locator('script').count()).toBe(0);
  await page.getByLabel('Note to the author').fill('Thank you');
  await page.getByRole('button', { name: 'Accept for everyone' }).click();
  await page.getByRole('heading', { name: 'Accepted (1)' }).waitFor();
  expect(await tracker.list('/matinee/connectors')).toMatchObject([
    { status: 'accepted', note: 'Thank you' },
  ]);
  expect(complaints).toEqual([]);
});

const filmNamed = (title: string) => ({ item: { type: 'movie' as const, title } });

test('the saved pages of a submission are replayed beside what is expected of them', async () => {
  const { connectors, users } = service.store;
  const { id: userId } = await users.ensureOwner();
  const next = { about: 'the next film', page: 'next.html', expect: filmNamed('Charge') };
  const bare = caseOf('<h1 class="title">Sintel</h1>', 'Sintel');
  const film = { ...bare, case: { ...bare.case, expect: filmNamed('Sintel') } };
  const steps = { ...film, pages: { 'next.html': '<h1 class="title">Spring</h1><video></video>' } };
  const submission = {
    name: 'Example',
    domains: ['www.example.test'],
    definition: connectorOf(),
    cases: [film, { ...steps, name: 'steps', case: { ...film.case, steps: [next] } }],
  };
  const review = async (cases: typeof submission.cases) => {
    for (const { id } of await connectors.withStatus('pending')) await connectors.review(id, 'refused', '');
    await connectors.submit(userId, { ...submission, cases });
    await page.goto(`${service.url}/connectors`);
  };
  await review(submission.cases);
  await page.getByText('A saved page is read differently.').waitFor();
  const rows = await page
    .locator('table.case tr[data-field]')
    .evaluateAll((found) => found.map((row) => [...row.children].map(({ textContent }) => textContent)));
  expect(rows).toEqual([
    ['type', 'movie', 'movie'],
    ['title', 'Sintel', 'Sintel'],
    ['type', 'movie', 'movie'],
    ['title', 'Sintel', 'Sintel'],
    ['type', 'movie', 'movie'],
    ['title', 'Charge', '≠ Spring'],
  ]);
  await review([film]);
  await page.getByText('Each saved page is read as expected.').waitFor();
  expect(complaints).toEqual([]);
});

test('a passkey is added, signs in without a password, and is asked for again before harm can be done', async () => {
  const url = service.url.replace('127.0.0.1', 'localhost');
  const device = await chromium.context.newCDPSession(page);
  await device.send('WebAuthn.enable');
  await device.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  });
  onTestFinished(() => device.detach());
  await page.goto(`${url}/sign-in?next=/account`);
  await page.getByLabel('Name').fill('ada');
  await page.getByLabel('Password').fill('correct horse');
  await page.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('region', { name: 'Passkeys' }).getByLabel('Name').fill('Laptop');
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  await page.getByRole('region', { name: 'Passkeys' }).getByText('Laptop').waitFor();
  await page.getByRole('button', { name: 'Sign out ada' }).click();
  await page.goto(`${url}/sign-in?next=/keys`);
  await page.getByRole('button', { name: 'Sign in with a passkey' }).click();
  await page.getByRole('button', { name: 'Create key' }).waitFor();
  expect(complaints).toEqual([]);
  await page.getByRole('button', { name: 'Sign out ada' }).click();
});

test.each([
  ['light', 'en'],
  ['dark', 'ar'],
  // Its words are longer than a line's rest, and its ordinals stand behind the number.
  ['light', 'ko'],
] as const)(
  'every page is accessible and fits a narrow window: %s, in the language %s',
  async (colorScheme, language) => {
    const { id } = await service.store.users.ensureOwner();
    await service.store.preferences.setLanguage(id, language);
    await service.store.invitations.create(id, 'reviewer');
    const secret = await service.store.invitations.create(id, 'member');
    const waiting = await holdEpisode(id);
    const list = await makeList(id);
    await addCompanion(id);
    const cookies = await chromium.context.cookies();
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 360, height: 640 });
    const paths = [
      '/history',
      '/history?view=posters',
      '/history?view=calendar',
      '/history?q=bunny&only=movie',
      // What follows "Remove selected" and "Mark as watched", each with its Undo.
      '/history?done=removed_count&count=2&undo=removal~abc',
      '/series/1396?done=marked_count&count=3&undo=import~abc',
      '/history/add?type=movie&title=big+buck+bunny',
      '/check',
      `/check/${waiting}?type=episode&title=breaking+bad&season=1&episode=2`,
      '/lists',
      '/lists/watchlist',
      '/lists/favorites',
      `/lists/${list}`,
      `/lists/${list}?order=1`,
      '/statistics',
      '/calendar',
      '/series/1396',
      '/channels/my-series',
      '/channels/open-films',
      '/connectors',
      '/device',
      '/keys',
      '/catalogue',
      '/invitations',
      '/import',
      '/api',
      '/account',
      '/media/movie/10378',
      '/nothing',
      '/sign-in',
      `/invitation/${secret}`,
      '/invitation/wrong',
    ];
    for (const path of paths) {
      if (path === '/sign-in') await chromium.context.clearCookies();
      await page.goto(service.url + path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(360);
      expect(await violations(page), path).toEqual([]);
      expect(await page.evaluate(smallTargets), path).toEqual([]);
      for (const squeezed of [brokenWords, cutChoices, overlappingLabels])
        expect(await page.evaluate(squeezed), path).toEqual([]);
    }
    await chromium.context.addCookies(cookies);
  },
);

test.each(LANGUAGES)('buttons and placeholders of a telephone are whole: %s', async (language) => {
  const { id } = await service.store.users.ensureOwner();
  await service.store.preferences.setLanguage(id, language);
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${service.url}/history?done=dropped_now&undo=removal~abc`);
    expect(await page.locator('.toast').count()).toBe(1);
    expect(await page.evaluate(cutLabels), `${String(width)} px`).toEqual([]);
  }
});

test('a title without a poster begins at the edge of the page', async () => {
  for (const width of [390, 1280]) {
    await page.setViewportSize({ width, height: 844 });
    await page.goto(`${service.url}/media/episode/404404`);
    expect(await page.locator('.work > img, .what').count()).toBe(0);
    const edge = await page.evaluate(left, '.work');
    expect(edge).toBeDefined();
    expect(await page.evaluate(left, '.work > *'), `${String(width)} px`).toBe(edge);
  }
});

test('the title of an episode keeps its beginning where the page runs the other way', async () => {
  const { id } = await service.store.users.ensureOwner();
  await service.store.preferences.setLanguage(id, 'ar');
  const ids = { type: 'episode', tmdbId: 1396, seasonNumber: 1, episodeNumber: 1 } as const;
  await service.store.viewings.put(id, 'pilot', {
    ids,
    position: { progress: 2700, duration: 2700 },
    startedAt: Date.now() - 2_700_000,
    watchedAt: Date.now(),
  });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`${service.url}/history`);
  const line = page.locator('.strip .soft', { has: page.locator('bdi') }).first();
  expect(await line.getAttribute('title')).toContain(await line.locator('bdi').textContent());
  const title = await line.locator('bdi').boundingBox();
  const box = await line.boundingBox();
  expect(title?.x).toBeGreaterThanOrEqual(box?.x ?? Infinity);
});

/** What axe finds. The policy of the pages allows no script element, so it comes through the debugger. */
async function violations(shown: Page): Promise<string[]> {
  await shown.evaluate(axe);
  return shown.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as {
      axe: { run: () => Promise<{ violations: { id: string; nodes: { html: string }[] }[] }> };
    };
    return (await runner.run()).violations.map(
      ({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`,
    );
  });
}

describe('with more and more viewings no page is wider than a telephone or a screen', () => {
  let other: RunningService;
  let own: Page;
  let url: string;
  let stored = 0;
  beforeAll(async () => {
    other = await startService({ dataDir: ':memory:', owner: { name: 'ada', password: 'correct horse' } });
    // A host name of its own keeps the two sign-ins apart.
    url = other.url.replace('127.0.0.1', 'localhost');
    own = await chromium.context.newPage();
    await own.goto(`${url}/sign-in`);
    await own.getByLabel('Name').fill('ada');
    await own.getByLabel('Password').fill('correct horse');
    await own.getByRole('button', { name: 'Sign in', exact: true }).click();
    await own.waitForURL('**/history');
  });
  afterAll(async () => {
    await own.close();
    await other.close();
  });

  test.each([0, 30, 300, 20_000])('%d viewings', async (viewings) => {
    const { id } = await other.store.users.ensureOwner();
    for (; stored < viewings; stored += 1) await watchNext(other, id, stored);
    for (const path of SIZED) {
      await own.goto(url + path);
      for (const width of [390, 1280]) {
        await own.setViewportSize({ width, height: 844 });
        const widest = await own.evaluate(() => document.documentElement.scrollWidth);
        expect(widest, `${path}, ${String(width)} px`).toBeLessThanOrEqual(width);
        expect(await violations(own), `${path}, ${String(width)} px`).toEqual([]);
      }
    }
  });

  test('the first of them is seen at once', async () => {
    await own.setViewportSize({ width: 1280, height: 844 });
    await own.goto(`${url}/history`);
    expect(await own.evaluate(ends, 'li.viewing'), 'a whole entry is seen at once').toBeLessThanOrEqual(844);
    await own.setViewportSize({ width: 390, height: 844 });
    expect(await own.evaluate(begins, 'main img'), 'on a telephone a poster').toBeLessThanOrEqual(300);
  });
});

// In the page: where the first of these elements begins and ends.
const left = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().left;
const begins = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().top;
const ends = (selector: string) => document.querySelector(selector)?.getBoundingClientRect().bottom;

const SIZED = [
  '/history',
  '/history?view=posters',
  '/history?view=calendar',
  '/channels/my-series',
  '/lists',
  '/statistics',
  '/series/1396',
  '/media/movie/10378',
];

/** Films and episodes in turn, one every three hours, back from now. */
async function watchNext({ store }: RunningService, userId: string, index: number): Promise<void> {
  const watchedAt = Date.now() - index * 3 * 3_600_000;
  const episode = { type: 'episode', tmdbId: 1396, seasonNumber: 1, episodeNumber: 1 + (index % 7) } as const;
  await store.viewings.put(userId, `entry-${String(index)}`, {
    ids: index % 3 === 0 ? { type: 'movie', tmdbId: index % 2 === 0 ? 10378 : 45745 } : episode,
    position: { progress: 2700, duration: 2700 },
    startedAt: watchedAt - 2_700_000,
    watchedAt,
  });
}

/** Somebody to whose history this person may add. */
async function addCompanion(userId: string): Promise<void> {
  const { users, preferences } = service.store;
  const ben = await users.add('Ben', 'correct horse battery', 'member');
  if (ben !== undefined)
    for (const [a, b] of [
      [ben.id, userId],
      [userId, ben.id],
    ] as const)
      await preferences.allow(a, b);
}

/** A list with a long name, a note, and an entry of each kind; the watchlist has the same. */
async function makeList(userId: string): Promise<string> {
  const { lists, shelves } = service.store;
  const name = 'Evenings with everybody who likes Donaudampfschifffahrtsgesellschaften';
  const made = await lists.create(userId, { name, visibility: 'SHARED', kind: 'media' });
  const id = made?.id ?? '';
  for (const media of ['movie:10378', 'show:1396', 'movie:45745']) {
    await lists.put(userId, id, { media, notes: media === 'show:1396' ? 'The second one first' : null });
    await shelves.put(userId, 'watchlist', media);
  }
  return id;
}

/** An episode that nobody is sure about; its id. */
async function holdEpisode(userId: string): Promise<string> {
  const title = { type: 'episode', ids: {}, title: 'Breaking Bad', seasonNumber: 6, episodeNumber: 4 };
  const held = { work: 'breaking bad', season: 6, episode: 4, title: JSON.stringify(title) };
  const position = { progress: 2600, duration: 2820 };
  const { heldTitles } = service.store;
  await heldTitles.hold(userId, { ...held, reason: 'order' }, { position, isEnd: true, isBegun: false });
  return (await heldTitles.list(userId))[0]?.id ?? '';
}

/**
 * What can be pressed and is lower or narrower than 44 px (WCAG 2.2, 2.5.5): a thumb needs as much. The label of
 * a tick belongs to it; links within a sentence are exempt.
 */
function smallTargets(): string[] {
  const isInSentence = (element: Element) =>
    element.matches('a') &&
    [...(element.parentElement?.childNodes ?? [])].some(
      (node) => node.nodeType === Node.TEXT_NODE && /\p{L}/u.test(node.textContent ?? ''),
    );
  return [...document.querySelectorAll('a[href], button, input, select, summary')]
    .filter((element) => element.checkVisibility() && !element.matches('.skip, [type=hidden]'))
    .filter((element) => !isInSentence(element))
    .map((element) => {
      const ticked = element.matches('[type=checkbox], [type=radio]');
      const target = ticked ? ((element as HTMLInputElement).labels?.[0] ?? element) : element;
      return { element, box: target.getBoundingClientRect() };
    })
    .filter(({ box }) => box.width > 0 && (box.width < 43.9 || box.height < 43.9))
    .map(({ element, box }) => `${box.width}×${box.height} ${element.outerHTML.slice(0, 120)}`);
}
