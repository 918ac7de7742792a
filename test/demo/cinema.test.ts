import { expect, test } from 'vitest';
import { createCinema } from './cinema';

const get = (path: string, headers: Record<string, string> = {}) => createCinema().request(path, { headers });

test('the foyer names every work and leads to it', async () => {
  const page = await (await get('/')).text();
  for (const path of [
    'film/big-buck-bunny',
    'film/sintel',
    'film/tears-of-steel',
    'series/sherlock/sherlock-s1e1',
    'series/sherlock/sherlock-s1e2',
  ]) {
    expect(page).toContain(`href="/cinema/${path}"`);
    expect((await get(`/cinema/${path}`)).status).toBe(200);
  }
});

test('a film page states its title and year for people and for machines', async () => {
  const page = await (await get('/cinema/film/big-buck-bunny')).text();
  expect(page).toContain('<h1 class="title" data-testid="title">Big Buck Bunny</h1>');
  expect(page).toContain('data-testid="year">2008<');
  expect(structuredData(page)).toMatchObject({
    '@type': 'Movie',
    name: 'Big Buck Bunny',
    datePublished: '2008',
  });
});

test('an episode page states series, season and number', async () => {
  const page = await (await get('/cinema/series/sherlock/sherlock-s1e2')).text();
  expect(page).toContain('data-testid="title">Sherlock<');
  expect(page).toContain('data-testid="subtitle">S1:E2 The Blind Banker<');
  expect(structuredData(page)).toMatchObject({
    '@type': 'TVEpisode',
    name: 'The Blind Banker',
    episodeNumber: 2,
    partOfSeason: { seasonNumber: 1 },
    partOfSeries: { name: 'Sherlock' },
  });
});

test('the film is served in parts, as players ask for it', async () => {
  const part = await get('/film.webm', { Range: 'bytes=100-199' });
  expect(part.status).toBe(206);
  expect((await part.arrayBuffer()).byteLength).toBe(100);
  expect(part.headers.get('Content-Range')).toMatch(/^bytes 100-199\/\d+$/);
  expect((await get('/film.webm', { Range: 'bytes=99999999-' })).status).toBe(416);
  expect((await get('/film.webm')).status).toBe(200);
});

test.each(['/cinema/film/unknown', '/works/unknown', '/assets/unknown.js', '/assets/..%2fcinema.ts'])(
  '%s is not found',
  async (path) => {
    expect((await get(path)).status).toBe(404);
  },
);

function structuredData(page: string): unknown {
  return JSON.parse(
    /<script type="application\/ld\+json" id="work">([\s\S]*?)<\/script>/.exec(page)?.[1] ?? 'null',
  );
}
