import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startFilmDatabase, type RunningFilmDatabase } from './start-film-database';

let database: RunningFilmDatabase;
beforeAll(async () => {
  database = await startFilmDatabase();
});
afterAll(() => database.close());

const get = async (path: string) => {
  const response = await fetch(database.url + path, { headers: { authorization: 'Bearer test' } });
  return { status: response.status, body: (await response.json()) as Record<string, unknown> };
};

describe('the film database for tests', () => {
  test('finds a film by its name in any language and shows the name in the language asked for', async () => {
    const query = encodeURIComponent('Obcy – ósmy pasażer Nostromo');
    const { body } = await get(`/search/movie?language=pl&query=${query}`);
    expect(body['results']).toMatchObject([{ id: 348, title: 'Obcy – ósmy pasażer Nostromo' }]);
  });

  test('falls back to the original title, never to the English one', async () => {
    expect((await get('/movie/129?language=hu')).body).toMatchObject({ title: '千と千尋の神隠し' });
  });

  test('appends parts, and leaves out those that do not exist', async () => {
    const parts = 'alternative_titles,translations,season/1,season/99';
    const { body } = await get(`/tv/1396?append_to_response=${parts}`);
    expect(Object.keys(body)).toEqual(expect.arrayContaining(['alternative_titles', 'season/1']));
    expect(body).not.toHaveProperty('season/99');
  });

  test('refuses requests without a token and answers 404 to unknown ids', async () => {
    expect((await fetch(`${database.url}/movie/348`)).status).toBe(401);
    expect((await get('/movie/1')).status).toBe(404);
  });
});
