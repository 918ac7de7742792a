import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { createService, type App } from '../../src/service/create-service';
import { startFilmDatabase, type RunningFilmDatabase } from '../support/film-database/start-film-database';
import { filmRecord } from './catalogue/with-film-database';
import { startTest, type ServiceUnderTest } from './service-under-test';

const TOKEN = 'header.payload.signature';
const PATH = '/film-database';
const film = { type: 'movie', title: 'Nobody Knows', language: 'en' };

let database: RunningFilmDatabase;
let service: ServiceUnderTest;
let cookie: string;
beforeAll(async () => {
  database = await startFilmDatabase({
    token: TOKEN,
    data: { works: [filmRecord(777, 'Nobody Knows')], decoys: [] },
  });
});
beforeEach(async () => {
  database.reset();
  const { url, pictureUrl } = database;
  service = await startTest({ tmdbUrl: url, pictureUrl });
  await service.post('/welcome', { name: 'ada', password: 'correct horse' });
  cookie = await service.signedIn();
});
afterEach(() => service.close());
afterAll(() => database.close());

const enter = (fields: Record<string, string>, by = cookie) => service.post(PATH, fields, { cookie: by });
const page = async (by = cookie) => (await service.app.request(PATH, { headers: { cookie: by } })).text();
const find = async () => (await service.call('POST', '/matinee/resolve', { body: film })).status;
const fewTitles = async () => (await service.call('GET', '/dashboard')).body.data?.['fewTitles'];

/** Another process with the same data. */
function another(options: { readonly tmdbToken?: string } = {}): App {
  const { store, clock } = service;
  return createService({ store, now: () => clock.now, tmdbUrl: database.url, ...options });
}

test('without a token few titles are known, and dashboard, first visit and page say so', async () => {
  expect(await find()).toBe(404);
  expect(await fewTitles()).toBe('http://localhost/film-database');
  expect(await service.app.knowsFewTitles()).toBe(true);
  expect(await page()).toContain('knows only a few titles');
  const first = await startTest();
  expect(await (await first.app.request('/welcome')).text()).toContain('knows only a few titles');
  await first.close();
});

test('a token that the owner enters is used at once, and no page shows it again', async () => {
  expect((await enter({ token: ` ${TOKEN} ` })).status).toBe(303);
  expect(await find()).toBe(200);
  expect(await fewTitles()).toBeUndefined();
  expect(await service.app.knowsFewTitles()).toBe(false);
  const pages = await Promise.all(
    [PATH, '/account', '/keys'].map(async (path) =>
      (await service.app.request(path, { headers: { cookie } })).text(),
    ),
  );
  expect(pages.join('')).not.toContain(TOKEN);
  expect(pages.join('')).not.toContain('knows only a few titles');
  expect(pages[1]).toContain('Film database token stored');
});

test('the token stays after a restart, and other processes of the same data take it over', async () => {
  const other = another();
  expect(await other.knowsFewTitles()).toBe(true);
  await enter({ token: TOKEN });
  service.wait(31);
  expect(await other.knowsFewTitles()).toBe(false);
  expect(await another().knowsFewTitles()).toBe(false);
});

test('a removed token is used no more', async () => {
  await enter({ token: TOKEN });
  await enter({ remove: '1' });
  expect(await service.store.filmDatabaseToken.read()).toBeUndefined();
  expect(await fewTitles()).toBe('http://localhost/film-database');
});

test.each([
  ['a wrong one', 'a.wrong.one', 'doesn’t accept'],
  ['one of another form, which is sent nowhere', 'line\r\nbreak', 'doesn’t accept'],
  ['an empty one', '', 'doesn’t accept'],
])('%s is not stored', async (_what, token, reason) => {
  const answer = await enter({ token });
  expect(answer.status).toBe(400);
  expect(await answer.text()).toContain(reason);
  expect(await service.store.filmDatabaseToken.read()).toBeUndefined();
  if (token !== 'a.wrong.one') expect(database.log).toEqual([]);
});

test('while the film database is away nothing is stored, and the page says so', async () => {
  database.fault.intercept = (_path, response) => {
    response.writeHead(503).end();
    return true;
  };
  const answer = await enter({ token: TOKEN });
  expect(await answer.text()).toContain('can’t be reached');
  expect(await service.store.filmDatabaseToken.read()).toBeUndefined();
});

test('only the owner enters a token, and only a short while after the sign-in', async () => {
  const member = await service.store.users.add('bob', 'another long password', 'member');
  const theirs = await service.signedIn(member?.id);
  expect((await enter({ token: TOKEN }, theirs)).status).toBe(403);
  expect(await page(theirs)).not.toContain('<form class="panel"');
  service.wait(601);
  expect((await enter({ token: TOKEN })).headers.get('location')).toMatch(/^\/sign-in\?again=1/);
  expect(await page()).toContain('Sign in again');
  expect(await service.store.filmDatabaseToken.read()).toBeUndefined();
});

test('the token of the environment goes first, and the page leaves it alone', async () => {
  const app = another({ tmdbToken: TOKEN });
  const shown = await (await app.request(PATH, { headers: { cookie } })).text();
  expect(shown).toContain('TMDB_TOKEN');
  expect(shown).not.toContain('<form class="panel"');
  expect(await app.knowsFewTitles()).toBe(false);
});
