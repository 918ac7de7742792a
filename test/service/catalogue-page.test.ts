import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createService, type App } from '../../src/service/create-service';
import { startFilmDatabase, type RunningFilmDatabase } from '../support/film-database/start-film-database';
import { startFreeSources, type RunningFreeSources } from '../support/free-sources/start-free-sources';
import { knownFacts } from '../support/free-sources/to-facts';
import { filmRecord } from './catalogue/with-film-database';
import { unhurried } from './catalogue/with-free-sources';
import { startTest, type ServiceUnderTest } from './service-under-test';

const TOKEN = 'header.payload.signature';
const PATH = '/catalogue';
const film = { type: 'movie', title: 'Nobody Knows', language: 'en' };

let database: RunningFilmDatabase;
let sources: RunningFreeSources;
let service: ServiceUnderTest;
let cookie: string;
let folder: string;
beforeAll(async () => {
  sources = await startFreeSources(knownFacts);
  database = await startFilmDatabase({
    token: TOKEN,
    data: { works: [filmRecord(777, 'Nobody Knows')], decoys: [] },
  });
});
beforeEach(async () => {
  database.reset();
  sources.reset();
  folder = mkdtempSync(join(tmpdir(), 'catalogue-page-'));
  service = await start();
  await service.post('/welcome', { name: 'ada', password: 'correct horse' });
  cookie = await service.signedIn();
});
afterEach(async () => {
  await service.app.pack?.close();
  await service.close();
  rmSync(folder, { recursive: true });
});
afterAll(async () => {
  await database.close();
  await sources.close();
});

function start() {
  const { url, pictureUrl } = database;
  const packLimits = { movie: 5, tv: 5 };
  const packPath = join(folder, 'catalogue.db');
  const free = {
    freeSources: sources.addresses,
    sourceClock: unhurried(),
    sourcePatienceMs: 120_000,
    packPath,
    packLimits,
  };
  return startTest({ tmdbUrl: url, pictureUrl, ...free });
}

const enter = (fields: Record<string, string>, by = cookie, path = PATH) =>
  service.post(path, fields, { cookie: by });
const read = async (path: string, by = cookie) => service.app.request(path, { headers: { cookie: by } });
const page = async (by = cookie) => (await read(PATH, by)).text();
const ask = async (body: object) => (await service.call('POST', '/matinee/resolve', { body })).status;

/** Another process with the same data. */
function another(options: { readonly tmdbToken?: string } = {}): App {
  const { store, clock } = service;
  return createService({ store, now: () => clock.now, tmdbUrl: database.url, ...options });
}

test('nobody is told that few titles are known', async () => {
  const first = await startTest();
  const pages = [await page(), await (await first.app.request('/welcome')).text()];
  expect(pages.join('')).not.toMatch(/few titles|ten series/);
  await first.close();
  expect((await read('/film-database')).headers.get('location')).toBe(PATH);
});

describe('the sources', () => {
  const known = { type: 'movie', tmdbId: knownFacts.find(({ kind }) => kind === 'movie')?.tmdbId };

  test('each with what it gives, its licence and its state', async () => {
    const shown = await page();
    for (const text of ['Wikidata</a> (CC0)', 'TVmaze</a> (CC BY-SA 4.0)', 'bangumi-data</a> (CC BY 4.0)'])
      expect(shown).toContain(text);
    expect(shown).toContain('Not asked since the start.');
    expect(await ask(known)).toBe(200);
    expect(await page()).toContain('Last answer:');
    sources.faults.wikidata = (response) => {
      response.writeHead(429, { 'retry-after': '60' }).end();
      return true;
    };
    expect(await ask({ type: 'movie', title: 'Somebody' })).toBe(503);
    expect(await page()).toContain('It asks to wait:');
  });

  test('one that is turned off is asked nothing, until it is turned on again', async () => {
    expect((await enter({ off: 'wikidata' })).status).toBe(303);
    await enter({ off: 'anilist' });
    service.wait(3);
    expect(await ask(known)).toBe(404);
    expect(sources.log).toMatchObject({ wikidata: [], anilist: [] });
    expect(await page()).toContain('Turned off.');
    await enter({ on: 'wikidata' });
    service.wait(3);
    expect(await ask(known)).toBe(200);
  });

  test('a member sees them, and changes none', async () => {
    const member = await service.store.users.add('bob', 'another long password', 'member');
    const theirs = await service.signedIn(member?.id);
    expect(await page(theirs)).not.toContain('Turn off');
    expect((await enter({ off: 'wikidata' }, theirs)).status).toBe(403);
    expect((await enter({ do: 'fetch' }, theirs, '/catalogue/pack')).status).toBe(403);
    expect(await service.store.sourceSwitches.off()).toEqual([]);
  });
});

describe('the offline pack', () => {
  const settled = async () => {
    for (;;) {
      const answer = await read('/catalogue/pack');
      if (answer.headers.get('refresh') === null) return answer.text();
      await setImmediate();
    }
  };

  test('is fetched by a button, shows its progress, and is deleted', async () => {
    expect(await page()).toContain('It hasn’t been fetched.');
    const answer = await enter({ do: 'fetch' }, cookie, '/catalogue/pack');
    expect(answer.headers.get('location')).toBe('/catalogue/pack');
    const during = await read('/catalogue/pack');
    expect(during.headers.get('refresh')).toBe('5');
    expect(await during.text()).toMatch(/<progress/);
    const after = await settled();
    expect(after).toContain('Complete since:');
    expect(after).toContain('Works: 10 of 10; series with episodes: 5 of 5');
    await enter({ do: 'delete' }, cookie, '/catalogue/pack');
    expect(await page()).toContain('It hasn’t been fetched.');
  });

  test('can be stopped, and goes on', async () => {
    sources.faults.wikidata = async () => {
      await enter({ do: 'stop' }, cookie, '/catalogue/pack');
      return false;
    };
    await enter({ do: 'fetch' }, cookie, '/catalogue/pack');
    const stopped = await settled();
    expect(stopped).not.toContain('Complete since:');
    delete sources.faults.wikidata;
    await enter({ do: 'fetch' }, cookie, '/catalogue/pack');
    expect(await settled()).toContain('Complete since:');
  });
});

describe('the token of TMDB', () => {
  test('that the owner enters is used at once, and no page shows it again', async () => {
    expect((await enter({ token: ` ${TOKEN} ` })).status).toBe(303);
    expect(await ask(film)).toBe(200);
    const pages = await Promise.all(
      [PATH, '/account', '/keys'].map(async (path) => (await read(path)).text()),
    );
    expect(pages.join('')).not.toContain(TOKEN);
    expect(pages[1]).toContain('Film database token stored');
  });

  test('stays after a restart, and other processes of the same data take it over', async () => {
    const other = another();
    const shown = async (app: App) => (await app.request(PATH, { headers: { cookie } })).text();
    expect(await shown(other)).toContain('No token is entered');
    await enter({ token: TOKEN });
    service.wait(31);
    expect(await shown(other)).toContain('come from TMDB');
    expect(await shown(another())).toContain('come from TMDB');
  });

  test('is used no more when it is removed', async () => {
    await enter({ token: TOKEN });
    await enter({ remove: '1' });
    expect(await service.store.filmDatabaseToken.read()).toBeUndefined();
    expect(await page()).toContain('No token is entered');
  });

  test('asks nothing while TMDB is turned off', async () => {
    await enter({ token: TOKEN });
    await enter({ off: 'tmdb' });
    service.wait(3);
    const before = database.log.length;
    await ask(film);
    expect(database.log).toHaveLength(before);
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

  test('while TMDB is away nothing is stored, and the page says so', async () => {
    database.fault.intercept = (_path, response) => {
      response.writeHead(503).end();
      return true;
    };
    const answer = await enter({ token: TOKEN });
    expect(await answer.text()).toContain('can’t be reached');
    expect(await service.store.filmDatabaseToken.read()).toBeUndefined();
  });

  test('only the owner enters one, and only a short while after the sign-in', async () => {
    const member = await service.store.users.add('bob', 'another long password', 'member');
    const theirs = await service.signedIn(member?.id);
    expect((await enter({ token: TOKEN }, theirs)).status).toBe(403);
    expect(await page(theirs)).not.toContain('<form class="panel"');
    service.wait(601);
    expect((await enter({ token: TOKEN })).headers.get('location')).toMatch(/^\/sign-in\?again=1/);
    expect(await page()).toContain('Sign in again');
    expect(await service.store.filmDatabaseToken.read()).toBeUndefined();
  });

  test('of the environment goes first, and the page leaves it alone', async () => {
    const app = another({ tmdbToken: TOKEN });
    const shown = await (await app.request(PATH, { headers: { cookie } })).text();
    expect(shown).toContain('TMDB_TOKEN');
    expect(shown).not.toContain('<form class="panel"');
  });
});
