import { createHmac } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { drawCover } from '../../src/service/pages/cover';
import { poster, startFilmDatabase } from '../support/film-database/start-film-database';
import { filmRecord, seriesRecord, startService, useFilmDatabase } from './catalogue/with-film-database';
import { startTest, type ServiceUnderTest } from './service-under-test';

const data = { works: [filmRecord(777, 'Nobody Knows'), seriesRecord(4242, 'The Keepers', [4])], decoys: [] };
const own = useFilmDatabase({ data });
const get = async (path: string) => own.service.app.request(await addressed(own.service, path));
/** The address as the tracker itself writes it. */
const addressed = async ({ store }: Pick<ServiceUnderTest, 'store'>, path: string) => {
  const mac = createHmac('sha256', await store.posterKey()).update(path.replace('/poster/', ''));
  return `${path}?k=${mac.digest('base64url').slice(0, 22)}`;
};
const typeOf = async (path: string) => (await get(path)).headers.get('content-type');
const film = { type: 'movie', title: 'Nobody Knows', language: 'en' };

describe('a poster', () => {
  test('comes from the own origin in every answer, and is the picture of the film database', async () => {
    const { service } = own;
    const { body } = await own.resolve(film);
    expect(body.data?.['posterUrl']).toBe(`http://localhost${await addressed(service, '/poster/movie/777')}`);
    await service.scrobble({ type: 'movie', progress: 95, duration: 100, tmdbId: 777 });
    const numbers = { tvShowId: 4242, seasonNumber: 1, episodeNumber: 1 };
    await service.scrobble({ type: 'episode', progress: 95, duration: 100, ...numbers });
    const upNext = (await service.call('GET', '/upnext')).body.data;
    const shown = [
      ...(await service.history()).map(({ media }) => media['posterUrl']),
      ...((upNext ?? []) as unknown as { art: { poster: string } }[]).map(({ art }) => art.poster),
    ];
    expect(new Set(shown)).toEqual(
      new Set([
        `http://localhost${await addressed(service, '/poster/movie/777')}`,
        `http://localhost${await addressed(service, '/poster/show/4242')}`,
      ]),
    );
    for (const path of ['/poster/movie/777', '/poster/show/4242']) {
      const response = await get(path);
      expect(response.headers.get('content-type')).toBe('image/jpeg');
      expect(response.headers.get('x-content-type-options')).toBe('nosniff');
      expect(new Uint8Array(await response.arrayBuffer())).toEqual(poster.bytes);
    }
  });

  test('is read by an extension without access to the host, and by no web page', async () => {
    const asked = async (path: string, origin: string) => {
      const { headers } = await own.service.app.request(path, { headers: { origin } });
      return headers.get('access-control-allow-origin');
    };
    const extension = 'chrome-extension://abcdefghijklmnop';
    const ours = await addressed(own.service, '/poster/movie/777');
    for (const path of [ours, '/poster/movie/1']) {
      expect(await asked(path, extension)).toBe(extension);
      expect(await asked(path, 'https://evil.example')).toBeNull();
    }
    for (const path of ['/poster/other', '/sign-in', '/icon.svg'])
      expect(await asked(path, extension)).toBeNull();
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
    expect(
      (await service.app.request(await addressed(service, '/poster/movie/777'))).headers.get('content-type'),
    ).toBe('image/jpeg');
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

describe('whoever has no address of the tracker', () => {
  test(
    'cannot tell a title that somebody asked for from one that nobody did',
    { timeout: 300_000 },
    async () => {
      await own.resolve(film);
      await get('/poster/movie/777');
      const asked = createSeries();
      const unasked = createSeries();
      for (let round = 0; round < 5_000; round += 1) {
        const pair = [asked, unasked].toSorted(() => (round % 2 === 0 ? 1 : -1));
        for (const series of pair) {
          const path = `/poster/movie/${series === asked ? '777' : '778'}${['', '?k=', '?k=abc'][round % 3] ?? ''}`;
          const start = performance.now();
          const response = await own.service.app.request(path);
          const body = await response.text();
          series.take(performance.now() - start, [
            response.status,
            response.headers.get('content-type'),
            body.length,
          ]);
        }
      }
      expect(asked.answers).toEqual(unasked.answers);
      expect(Math.abs(signStatistic(asked.times, unasked.times))).toBeLessThan(3.3);
      expect(own.database.pictures).toEqual(['/t/p/movie-777.jpg']);
    },
  );

  test.each([
    [
      'the address of another title',
      async () => (await addressed(own.service, '/poster/movie/778')).replace('778', '777'),
    ],
    [
      'the address of a series',
      async () => (await addressed(own.service, '/poster/show/777')).replace('show', 'movie'),
    ],
    [
      'the address of another tracker',
      async () => {
        const other = await startTest();
        const path = await addressed(other, '/poster/movie/777');
        await other.close();
        return path;
      },
    ],
  ])('is shown a drawn poster for %s', async (_, path) => {
    await own.resolve(film);
    const response = await own.service.app.request(await path());
    expect(response.headers.get('content-type')).toBe('image/svg+xml; charset=utf-8');
  });
});

function createSeries() {
  const times: number[] = [];
  const answers = new Set<string>();
  return {
    times,
    answers,
    take(time: number, answer: readonly unknown[]): void {
      times.push(time);
      answers.add(JSON.stringify(answer));
    },
  };
}

/** Of the sign test over pairs: normal with deviation 1 where neither series is slower. */
function signStatistic(a: readonly number[], b: readonly number[]): number {
  const slower = a.filter((time, index) => time > (b[index] ?? 0)).length;
  return (slower - a.length / 2) / Math.sqrt(a.length / 4);
}

describe('a drawn cover', () => {
  const drawn = async (title: string, year?: number) =>
    String(await drawCover({ id: 1396, title, ...(year === undefined ? {} : { year }) }));
  const widths = (svg: string) => Number(/font-size="(\d+)"/.exec(svg)?.[1]);

  test('has the title in as large a type as fits, and the year', async () => {
    const cover = await drawn('Up', 2009);
    expect(cover).toMatch(/>\s*Up\s*<[^]*>\s*2009\s*</);
    expect(widths(await drawn('The Lord of the Rings: The Fellowship of the Ring'))).toBeLessThan(
      widths(cover),
    );
    const cut = await drawn('x'.repeat(400));
    expect(cut).toContain('x');
    expect(cut.length).toBeLessThan(3000);
  });

  test('breaks a title without spaces, and begins an Arabic one on the right', async () => {
    expect((await drawn('鋼の錬金術師 FULLMETAL ALCHEMIST')).match(/<text /g)?.length).toBeGreaterThan(2);
    expect(await drawn('بريكنج باد')).toContain('direction="rtl"');
  });

  test('is the same for the same work, and shows markup as text', async () => {
    expect(await drawn('Dark')).toBe(await drawn('Dark'));
    expect(await drawn('<script>')).not.toContain('<script>');
  });

  test('of a work that somebody has, with its name from the catalogue', async () => {
    const service = await startTest();
    await service.scrobble({ type: 'movie', progress: 95, duration: 100, tmdbId: 10378 });
    await service.history();
    const mac = createHmac('sha256', await service.store.posterKey()).update('movie/10378');
    const path = `/poster/movie/10378?k=${mac.digest('base64url').slice(0, 22)}`;
    expect(await (await service.app.request(path)).text()).toMatch(/Buck[^]*2008/);
    await service.close();
  });
});
