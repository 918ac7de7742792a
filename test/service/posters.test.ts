import { describe, expect, test } from 'vitest';
import { poster, startFilmDatabase } from '../support/film-database/start-film-database';
import { filmRecord, seriesRecord, startService, useFilmDatabase } from './catalogue/with-film-database';
import { startTest } from './service-under-test';

const data = { works: [filmRecord(777, 'Nobody Knows'), seriesRecord(4242, 'The Keepers', [4])], decoys: [] };
const own = useFilmDatabase({ data });
const get = (path: string) => own.service.app.request(path);
const typeOf = async (path: string) => (await get(path)).headers.get('content-type');
const film = { type: 'movie', title: 'Nobody Knows', language: 'en' };

describe('a poster', () => {
  test('comes from the own origin in every answer, and is the picture of the film database', async () => {
    const { service } = own;
    const { body } = await own.resolve(film);
    expect(body.data?.['posterUrl']).toBe('http://localhost/poster/movie/777');
    await service.scrobble({ type: 'movie', progress: 95, duration: 100, tmdbId: 777 });
    const numbers = { tvShowId: 4242, seasonNumber: 1, episodeNumber: 1 };
    await service.scrobble({ type: 'episode', progress: 95, duration: 100, ...numbers });
    const upNext = (await service.call('GET', '/dashboard/up-next')).body.data?.['items'];
    const shown = [
      ...(await service.history()).map(({ media }) => media['posterUrl']),
      ...((upNext ?? []) as { posterUrl: string }[]).map(({ posterUrl }) => posterUrl),
    ];
    expect(new Set(shown)).toEqual(
      new Set(['http://localhost/poster/movie/777', 'http://localhost/poster/show/4242']),
    );
    for (const path of ['/poster/movie/777', '/poster/show/4242']) {
      const response = await get(path);
      expect(response.headers.get('content-type')).toBe('image/jpeg');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(poster.bytes);
    }
  });

  test('is fetched once, without the token', async () => {
    const headers: unknown[] = [];
    await own.resolve(film);
    own.database.fault.intercept = (path, response) => {
      if (path.startsWith('/t/p/')) headers.push(response.req.headers);
      return false;
    };
    await Promise.all(Array.from({ length: 20 }, async () => get('/poster/movie/777')));
    await get('/poster/movie/777');
    expect(own.database.pictures).toEqual(['/t/p/movie-777.jpg']);
    expect(headers[0]).not.toHaveProperty('authorization');
    expect(headers[0]).not.toHaveProperty('cookie');
  });

  test('is drawn for a work that nobody has asked for: nothing is fetched', async () => {
    expect(await typeOf('/poster/movie/777')).toBe('image/svg+xml; charset=utf-8');
    expect(await typeOf('/poster/movie/778.svg')).toBe('image/svg+xml; charset=utf-8');
    expect([...own.database.pictures, ...own.database.log]).toEqual([]);
  });

  test.each([
    ['text with the type of a picture', 200, '<svg onload="alert(1)"></svg>', {}],
    ['an SVG picture', 200, '<svg xmlns="http://www.w3.org/2000/svg"/>', {}],
    ['a picture of more than 500 kB', 200, Buffer.concat([poster.bytes, Buffer.alloc(600_000)]), {}],
    ['404', 404, '', {}],
    ['a redirect to another host', 302, '', { location: 'http://169.254.169.254/' }],
  ])('is drawn where the picture host answers %s', async (_, status, body, headers) => {
    await own.resolve(film);
    own.database.fault.intercept = (path, response) => {
      if (!path.startsWith('/t/p/')) return false;
      response.writeHead(status, { 'content-type': 'image/jpeg', ...headers }).end(body);
      return true;
    };
    expect(await typeOf('/poster/movie/777')).toBe('image/svg+xml; charset=utf-8');
    own.database.fault.intercept = undefined;
    expect(await typeOf('/poster/movie/777')).toBe('image/jpeg');
  });

  test('is shown in the history that an earlier version has written', async () => {
    const database = await startFilmDatabase({ data });
    const service = await startService(database);
    await service.scrobble({ type: 'movie', progress: 95, duration: 100, tmdbId: 777 });
    await service.store.media.setTitles('movie:777', { title: 'Nobody Knows' });
    await service.history();
    expect((await service.app.request('/poster/movie/777')).headers.get('content-type')).toBe('image/jpeg');
    await service.close();
    await database.close();
  });

  test('is drawn by a service without a film database', async () => {
    const service = await startTest();
    const response = await service.app.request('/poster/movie/10378');
    expect(await response.text()).toContain('Big Buck');
    await service.close();
  });
});
