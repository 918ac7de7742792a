import { describe, expect, test } from 'vitest';
import * as z from 'zod/mini';
import { createTmdbClient } from '../../../../src/service/catalogue/tmdb/client';
import type { TitleData } from '../../../support/film-database/titles';
import { filmRecord, seriesRecord, startService, useFilmDatabase } from '../with-film-database';

const markup = '<img src=x onerror=alert(1)>\u0007& "Nobody"';
const data: TitleData = {
  works: [filmRecord(777, 'Nobody Knows'), filmRecord(779, markup), seriesRecord(4242, 'The Keepers', [2])],
  decoys: [],
};
const own = useFilmDatabase({ data });
const { resolve } = own;
const film = { type: 'movie', tmdbId: 777 };
const watched = { type: 'movie', progress: 95, duration: 100, tmdbId: 777 };

/** Every request is answered so. */
function answerWith(status: number, body: string | Uint8Array, headers: Record<string, string> = {}): void {
  own.database.fault.intercept = (_, response) => {
    response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(body);
    return true;
  };
}

const FAULTS: readonly (readonly [string, () => void])[] = [
  ['500', () => answerWith(500, '{}')],
  ['401', () => answerWith(401, '{"status_code":7}')],
  ['200 without JSON', () => answerWith(200, '<html>Gateway</html>')],
  ['200 with another object', () => answerWith(200, '{"data":{}}')],
  ['200 with nothing', () => answerWith(200, '')],
  ['200 with null', () => answerWith(200, 'null')],
  ['10 MB', () => answerWith(200, JSON.stringify({ id: 777, title: 'x'.repeat(10_000_000) }))],
  ['10 MB without a stated length', streamTenMegabytes],
  ['a redirect to the right answer', redirect],
  ['a closed connection', closeConnection],
];

function streamTenMegabytes(): void {
  own.database.fault.intercept = (_, response) => {
    response.writeHead(200, { 'content-type': 'application/json' });
    response.write('{"title":"');
    for (let sent = 0; sent < 10; sent += 1) response.write('x'.repeat(1_000_000));
    response.end('"}');
    return true;
  };
}

/** Whoever follows it sends the token to the other address. */
function redirect(): void {
  own.database.fault.intercept = (path, response, { searchParams }) => {
    if (searchParams.has('followed')) return false;
    searchParams.set('followed', '1');
    const location = `${own.database.url}${path}?${searchParams.toString()}`;
    response.writeHead(302, { location }).end();
    return true;
  };
}

function closeConnection(): void {
  own.database.fault.intercept = (_, response) => {
    response.destroy();
    return true;
  };
}

describe.each(FAULTS)('when the film database answers %s', (_, fail) => {
  test('the built-in catalogue still answers', async () => {
    fail();
    expect((await resolve({ type: 'movie', title: 'Sintel' })).body.data).toMatchObject({ tmdbId: 45745 });
  });

  test.each([
    ['an id', film],
    ['a title', { type: 'movie', title: 'Nobody Knows' }],
    ['an imdbId', { type: 'movie', imdbId: 'tt9000000777' }],
    ['a series', { type: 'episode', seriesTitle: 'The Keepers', seasonNumber: 1, episodeNumber: 1 }],
  ])('a question by %s is 502 and not 404, which clients remember', async (_name, question) => {
    fail();
    const refused = await resolve(question);
    expect([refused.status, refused.body.error]).toEqual([502, 'CATALOGUE_UNREACHABLE']);
    expect(own.service.faults).toEqual([]);
  });

  test('what was asked before is answered, however old', async () => {
    await resolve(film);
    own.service.wait(100 * 24 * 3600);
    fail();
    expect((await resolve(film)).body.data).toMatchObject({ tmdbId: 777, title: 'Nobody Knows' });
  });

  test('updates are stored with their ids and get their titles later', async () => {
    fail();
    expect((await own.service.scrobble(watched)).status).toBe(200);
    expect((await own.service.history())[0]?.media).not.toHaveProperty('title');
    own.database.fault.intercept = undefined;
    expect((await own.service.history())[0]?.media).toMatchObject({ title: 'Nobody Knows' });
  });
});

describe('when the film database asks to wait (429)', () => {
  test.each([
    ['in seconds', '7', 7],
    ['without saying how long', undefined, 1],
    ['in words', 'soon', 1],
    ['for days', '999999', 300],
  ])('%s, the answer is 503 with Retry-After', async (_, header, seconds) => {
    answerWith(429, '{}', header === undefined ? {} : { 'retry-after': header });
    const refused = await resolve(film);
    expect([refused.status, refused.body.error]).toEqual([503, 'CATALOGUE_BUSY']);
    expect(refused.headers.get('retry-after')).toBe(String(seconds));
  });

  test('it is not asked until then, and what is stored is answered', async () => {
    await resolve(film);
    answerWith(429, '{}', { 'retry-after': '60' });
    await resolve({ type: 'movie', tmdbId: 778 });
    own.database.fault.intercept = undefined;
    const before = own.database.log.length;
    expect((await resolve({ type: 'movie', tmdbId: 779 })).status).toBe(503);
    expect((await resolve(film)).status).toBe(200);
    expect(own.database.log.length).toBe(before);
  });
});

describe('a film database that is down', () => {
  test('is not asked for a while after three requests without an answer', async () => {
    closeConnection();
    for (let tmdbId = 1; tmdbId <= 6; tmdbId += 1)
      expect((await resolve({ ...film, tmdbId })).status).toBe(502);
    expect(own.database.log).toHaveLength(3);
  });

  test.each([
    ['answers nothing', () => true],
    [
      'answers the beginning',
      (_path: string, response: { write: (text: string) => unknown }) => {
        response.write('{"id":');
        return true;
      },
    ],
  ])('that %s is given up after the time limit', async (_, intercept) => {
    own.database.fault.intercept = intercept as never;
    const get = createTmdbClient({
      token: 'film-database-token',
      fetch,
      url: own.database.url,
      timeoutMs: 50,
    });
    await expect(get('/movie/777', z.object({ id: z.int() }))).rejects.toMatchObject({ code: 'unreachable' });
  });
});

describe('what the film database says', () => {
  test('is text: markup stays visible on the pages, and control characters are left out', async () => {
    const { service } = own;
    await service.scrobble({ ...watched, tmdbId: 779 });
    expect((await resolve({ type: 'movie', tmdbId: 779 })).body.data?.['title']).toBe(
      '<img src=x onerror=alert(1)> & "Nobody"',
    );
    const [entry] = await service.history();
    expect(entry?.media['title']).toContain('<img src=x');
    await service.store.users.claim('owner', 'a password of the owner');
    const response = await service.post('/sign-in', { name: 'owner', password: 'a password of the owner' });
    const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? '';
    const page = await (await service.app.request('/history', { headers: { cookie } })).text();
    expect(page).toContain('&lt;img src=x onerror=alert(1)&gt;');
    expect(page).not.toContain('<img src=x');
    // The terms of the film database ask for the notice where its data are shown.
    expect(page.replaceAll(/\s+/g, ' ')).toContain('not endorsed, certified, or otherwise approved by TMDB');
  });

  test('is used as far as it has the right form', async () => {
    own.database.fault.intercept = (path, response) => {
      if (path !== '/search/movie') return false;
      const results = [
        { id: 'x', title: 'Nobody Knows' },
        { id: 777, title: 'Nobody Knows', popularity: 'high', release_date: 5 },
        null,
      ];
      response.writeHead(200).end(JSON.stringify({ results }));
      return true;
    };
    expect((await resolve({ type: 'movie', title: 'Nobody Knows' })).body.data).toMatchObject({
      tmdbId: 777,
      year: 2010,
    });
  });

  test('survives a restart of the service', async () => {
    await resolve(film);
    const { store } = own.service;
    expect((await store.titles.read('1/movie/777'))?.body).toMatchObject({
      id: 777,
      originalTitle: 'Nobody Knows',
    });
    const other = await startService(own.database);
    expect((await other.call('POST', '/matinee/resolve', { body: film })).status).toBe(200);
    await other.close();
  });
});
