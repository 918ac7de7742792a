import { describe, expect, test } from 'vitest';
import type { WorkRecord } from '../support/film-database/titles';
import { filmRecord, seriesRecord, useFilmDatabase } from './catalogue/with-film-database';
import { useFreeSources } from './catalogue/with-free-sources';
import type { ServiceUnderTest } from './service-under-test';

// What a film or a series is about, on its page: from the film database, or from the free sources.

async function read({ app, signedIn }: ServiceUnderTest, path: string, language = 'en'): Promise<string> {
  const headers = { cookie: await signedIn(), 'accept-language': language };
  const markup = await (await app.request(path, { headers })).text();
  const [facts = ''] = /<div class="what">.*?<\/div>/s.exec(markup) ?? [];
  const genres = /<p class="soft">(.*?)<\/p>/s.exec(facts)?.[1] ?? '';
  const section = /<section class="details">(.*?)<\/section>/s.exec(markup)?.[1] ?? '';
  return `${genres} ${section}`
    .replaceAll(/<[^>]+>/g, ' ')
    .replaceAll(/[\u2068\u2069]/g, '')
    .replaceAll(/\s+/g, ' ')
    .trim();
}

const film: WorkRecord = {
  ...filmRecord(501, 'Paper Moons'),
  genres: ['Comedy', 'Drama'],
  overview: { en: 'Two clerks <fold> moons.', de: 'Zwei Angestellte falten Monde.' },
  makers: ['Ada Example', 'Ben Example'],
  cast: ['Eve Example', 'سلمى', 'Eve Example'],
};
const series: WorkRecord = {
  ...seriesRecord(502, 'Harbor Lights', [2]),
  overview: { en: 'A harbor.' },
  makers: ['Cleo Example'],
  cast: ['Dan Example'],
};

describe('with the film database', () => {
  const database = useFilmDatabase({ data: { works: [film, series], decoys: [] } });

  test('a film', async () => {
    expect(await read(database.service, '/media/movie/501')).toBe(
      'Comedy and Drama Two clerks &lt;fold&gt; moons. ' +
        'Directed by Ada Example and Ben Example Cast Eve Example and سلمى',
    );
    expect(await read(database.service, '/media/movie/501', 'de')).toContain(
      'Zwei Angestellte falten Monde. Regie Ada Example und Ben Example',
    );
  });

  test('a series; what nobody has written in a language is in English, and says so', async () => {
    const text = await read(database.service, '/series/502', 'de');
    expect(text).toBe('A harbor. Idee Cleo Example Besetzung Dan Example');
    const headers = { cookie: await database.service.signedIn(), 'accept-language': 'de' };
    const markup = await (await database.service.app.request('/series/502', { headers })).text();
    expect(markup).toContain('<p lang="en" dir="auto">A harbor.</p>');
  });

  test('is asked for once, and a film database that is away costs the page nothing', async () => {
    await read(database.service, '/media/movie/501');
    const { length } = database.database.log;
    await read(database.service, '/media/movie/501');
    expect(database.database.log).toHaveLength(length);
    database.database.fault.intercept = (_, response) => {
      response.writeHead(500).end();
      return true;
    };
    const headers = { cookie: await database.service.signedIn() };
    expect((await database.service.app.request('/media/movie/502', { headers })).status).toBe(200);
  });
});

describe('without a token', () => {
  const free = useFreeSources([
    {
      wikidataId: 'Q501',
      kind: 'movie',
      tmdbId: 501,
      labels: { en: 'Paper Moons' },
      year: 2010,
      genres: ['comedy film'],
      makers: ['Ada Example'],
      cast: ['Eve Example'],
    },
    {
      wikidataId: 'Q502',
      kind: 'tv',
      tmdbId: 502,
      tvmazeId: 77,
      labels: { en: 'Harbor Lights' },
      year: 2012,
      seasons: { 1: 2 },
      genres: [],
      makers: ['Cleo Example'],
      cast: ['Dan Example'],
      summary: '<p><b>Harbor Lights</b> is about a harbor &amp; its <i>lights</i>.</p>',
    },
  ]);

  test('a film, with names in the language of the person', async () => {
    expect(await read(free.service, '/media/movie/501', 'de')).toBe(
      'comedy film (de) Regie Ada Example (de) Besetzung Eve Example (de)',
    );
  });

  test('a series, with the text of TVmaze and its terms', async () => {
    expect(await read(free.service, '/series/502')).toBe(
      'Harbor Lights is about a harbor &amp; its lights. TVmaze , CC BY-SA 4.0 ' +
        'Created by Cleo Example Cast Dan Example',
    );
  });
});
