import { describe, expect, test } from 'vitest';
import { resolvedMediaSchema, type MediaCandidate } from '../../../../src/protocol/tracker/resolve';
import type { TitleData, WorkRecord } from '../../../support/film-database/titles';
import { filmRecord, seriesRecord, useFilmDatabase } from '../with-film-database';

const keepers: WorkRecord = {
  ...seriesRecord(4242, 'Les Gardiens du phare', [2, 3]),
  original_language: 'fr',
  year: 2019,
  titles: { fr: 'Les Gardiens du phare', en: 'The Lighthouse Keepers', de: 'Die Leuchtturmwärter' },
  listed: { en: 'translation', de: 'alternative' },
  episodes: [
    { season_number: 1, episode_number: 1, names: { fr: 'Brume', en: 'Fog', de: 'Nebel' } },
    { season_number: 1, episode_number: 2, names: { fr: 'Corne', en: 'Foghorn' } },
    { season_number: 2, episode_number: 1, names: { fr: 'Tempête', en: 'Storm', de: 'Sturm' } },
    {
      season_number: 2,
      episode_number: 3,
      names: { fr: 'La longue nuit', en: 'The long night' },
      runtime: 61,
    },
  ],
};
/** One film shows the name on a page in Spanish; the other one is known by it too, and shows another. */
const sameNameInSpanish: readonly WorkRecord[] = [
  { ...filmRecord(780, 'Desconocidos', 2017), original_language: 'es' },
  {
    ...filmRecord(781, 'Sconosciuti', 2016),
    original_language: 'it',
    titles: { es: 'Desconocidos' },
    listed: { es: 'alternative' },
  },
  { ...seriesRecord(4252, 'Desconocidos', [5]), original_language: 'es' },
  {
    ...seriesRecord(4253, 'Sconosciuti', [5]),
    titles: { es: 'Desconocidos' },
    listed: { es: 'alternative' },
  },
];
const data: TitleData = {
  works: [
    keepers,
    {
      ...filmRecord(777, 'Quién sabe', 2021),
      original_language: 'es',
      titles: { es: 'Quién sabe', en: 'Nobody Knows', pl: 'Kto wie', nb: 'Hvem vet' },
      listed: { en: 'translation', pl: 'alternative', nb: 'translation' },
    },
    filmRecord(778, 'Nobody Knows', 1990),
    ...sameNameInSpanish,
    seriesRecord(4250, 'House of Chapters', [6, 5]),
    filmRecord(782, 'Meridian Hall'),
    seriesRecord(4251, '48', [4]),
    seriesRecord(4254, 'Lanterns of Oda', [24]),
    filmRecord(783, 'Q'),
    ...Array.from({ length: 20 }, (_, index) => filmRecord(800 + index, `Harbour ${index}`)),
  ],
  decoys: [],
};
const own = useFilmDatabase({ data });
const { resolve } = own;

const dataOf = async (body: unknown) => resolvedMediaSchema.parse((await resolve(body)).body.data);

describe('with a token of the film database', () => {
  const imdbId = 'tt9000000777';
  test.each([
    [
      'a film by id',
      { type: 'movie', tmdbId: 777, language: 'en' },
      { tmdbId: 777, title: 'Nobody Knows', originalTitle: 'Quién sabe', originalLanguage: 'es', year: 2021 },
    ],
    ['a film with its runtime in seconds', { type: 'movie', tmdbId: 777 }, { runtime: 6000, popularity: 10 }],
    ['a film by imdbId', { type: 'movie', imdbId }, { tmdbId: 777, imdbId }],
    ['a film by title and year', { type: 'movie', title: 'Nobody Knows', year: 2021 }, { tmdbId: 777 }],
    ['the namesake by its year', { type: 'movie', title: 'Nobody Knows', year: 1990 }, { tmdbId: 778 }],
    [
      'a film by a name that only the alternative titles have',
      { type: 'movie', title: 'Kto wie', language: 'pl' },
      { tmdbId: 777, title: 'Quién sabe' },
    ],
    [
      'a film by a title with an edition that it does not have',
      { type: 'movie', title: 'Kto wie (wersja reżyserska)', language: 'pl' },
      { tmdbId: 777 },
    ],
    [
      'an episode by numbers, named in the language of the page',
      { type: 'episode', tvShowId: 4242, seasonNumber: 2, episodeNumber: 1, language: 'de' },
      { tvShowId: 4242, seriesTitle: 'Les Gardiens du phare', episodeTitle: 'Sturm', year: 2019 },
    ],
    [
      'an episode by titles',
      {
        type: 'episode',
        seriesTitle: 'the lighthouse keepers',
        seasonNumber: 1,
        episodeNumber: 1,
        language: 'en',
      },
      { tvShowId: 4242, seriesTitle: 'The Lighthouse Keepers', episodeTitle: 'Fog' },
    ],
    [
      'an episode by a title that only the alternative titles have',
      {
        type: 'episode',
        seriesTitle: 'Die Leuchtturmwärter',
        seasonNumber: 1,
        episodeNumber: 2,
        language: 'de',
      },
      { tvShowId: 4242, episodeNumber: 2 },
    ],
    [
      'an episode by its name',
      { type: 'episode', tvShowId: 4242, episodeTitle: 'the long night', language: 'en' },
      { seasonNumber: 2, episodeNumber: 3, runtime: 3660 },
    ],
    [
      'an episode by its original name on a page in another language',
      { type: 'episode', tvShowId: 4242, episodeTitle: 'La longue nuit', language: 'de' },
      { seasonNumber: 2, episodeNumber: 3 },
    ],
    [
      'an episode by its number through all seasons',
      { type: 'episode', tvShowId: 4242, episodeNumber: 4 },
      {
        seasonNumber: 2,
        episodeNumber: 2,
        seasons: [
          { number: 0, episodes: 2 },
          { number: 1, episodes: 2 },
          { number: 2, episodes: 3 },
        ],
      },
    ],
    [
      'an episode by a number through all seasons although the page states a season',
      { type: 'episode', tvShowId: 4242, seasonNumber: 1, episodeNumber: 5 },
      { seasonNumber: 2, episodeNumber: 3 },
    ],
    [
      'a special',
      { type: 'episode', tvShowId: 4242, seasonNumber: 0, episodeNumber: 2 },
      { seasonNumber: 0 },
    ],
    [
      'the season that the title ends with',
      { type: 'episode', seriesTitle: 'The Lighthouse Keepers Season 2', episodeNumber: 1, language: 'en' },
      { tvShowId: 4242, seasonNumber: 2, episodeNumber: 1, episodeTitle: 'Storm' },
    ],
    [
      'an episode by the imdbId of its series',
      { type: 'episode', imdbId: 'tt8000004242', seasonNumber: 2, episodeNumber: 1 },
      { tvShowId: 4242, seasonNumber: 2, episodeNumber: 1, imdbId: 'tt8000004242' },
    ],
  ])('%s', async (_, body, expected) => {
    expect(await dataOf(body)).toMatchObject(expected);
  });

  test('the names of a work: translations by language, alternative titles by country', async () => {
    expect((await dataOf({ type: 'movie', tmdbId: 777 })).titles).toEqual([
      { title: 'Nobody Knows', language: 'en' },
      { title: 'Hvem vet', language: 'no' },
      { title: 'Kto wie', country: 'PL' },
    ]);
  });

  test.each(['no', 'nb', 'nn'])('the Norwegian name on a page in %s', async (language) => {
    expect(await dataOf({ type: 'movie', tmdbId: 777, language })).toMatchObject({ title: 'Hvem vet' });
    const { log } = own.database;
    await dataOf({ type: 'movie', title: 'Hvem vet', language });
    expect(log.findLast((path) => path.startsWith('/search'))).toContain('language=no&');
  });

  test('the Norwegian name, also where the film database names the written form', async () => {
    own.database.fault.intercept = (path, response) => {
      if (path !== '/movie/777') return false;
      const translation = { iso_639_1: 'nb', iso_3166_1: 'NO', data: { title: 'Hvem vet det' } };
      const film = { id: 777, title: 'Quién sabe', original_title: 'Quién sabe', original_language: 'es' };
      const parts = { alternative_titles: { titles: [] }, translations: { translations: [translation] } };
      response.writeHead(200).end(JSON.stringify({ ...film, ...parts }));
      return true;
    };
    const asked = { type: 'movie', tmdbId: 777, language: 'nb' };
    expect(await dataOf(asked)).toMatchObject({ title: 'Hvem vet det' });
  });

  test('the names of the episode where the page states one that is not known in its language', async () => {
    const stated = { type: 'episode', tvShowId: 4242, seasonNumber: 1, episodeNumber: 2, language: 'en' };
    expect((await dataOf({ ...stated, episodeTitle: 'Corne' })).episodeTitles).toEqual([
      { title: 'Foghorn', language: 'en' },
      { title: 'Corne', language: 'fr' },
    ]);
  });

  test('no name of an episode where the film database has only "Folge 2"', async () => {
    const stated = { type: 'episode', tvShowId: 4242, seasonNumber: 1, episodeNumber: 2, language: 'de' };
    expect(await dataOf(stated)).not.toHaveProperty('episodeTitle');
  });

  test('all films of the name are candidates, whatever their year', async () => {
    const { candidates = [] } = await dataOf({
      type: 'movie',
      title: 'Nobody Knows',
      year: 1990,
      language: 'en',
    });
    expect(candidates.map(({ tmdbId, year }) => [tmdbId, year])).toEqual([
      [778, 1990],
      [777, 2021],
    ]);
  });

  test('both are candidates where the number belongs to one episode and the name to another', async () => {
    const stated = { type: 'episode', tvShowId: 4242, seasonNumber: 1, episodeNumber: 1, language: 'en' };
    const { candidates = [] } = await dataOf({ ...stated, episodeTitle: 'Storm' });
    expect(candidates.map(placeOf).toSorted()).toEqual(['S1E1', 'S2E1']);
  });

  test('a film that is known by the name and shows another one is looked up, too', async () => {
    const { candidates = [] } = await dataOf({ type: 'movie', title: 'Desconocidos', language: 'es' });
    expect(new Map(candidates.map(({ tmdbId, runtime }) => [tmdbId, runtime]))).toEqual(
      new Map([
        [780, 6000],
        [781, 6000],
      ]),
    );
  });

  test('a series that is known by the name and shows another one is a candidate', async () => {
    const asked = { type: 'episode', seriesTitle: 'Desconocidos', seasonNumber: 1, episodeNumber: 2 };
    const { candidates = [] } = await dataOf({ ...asked, language: 'es' });
    expect(new Set(candidates.map(({ tmdbId }) => tmdbId))).toEqual(new Set([4252, 4253]));
  });

  test('the likelier place first, where the title states a season that is a part of a longer one', async () => {
    const asked = { type: 'episode', seriesTitle: 'Lanterns of Oda Season 2', episodeNumber: 3 };
    for (const stated of [asked, { ...asked, language: 'en' }, { ...asked, seasonNumber: 2 }]) {
      const { candidates = [], ...best } = await dataOf(stated);
      expect(best.episodeNumber).toBe(15);
      expect(candidates.map(placeOf)).toEqual(['S1E15', 'S1E3']);
    }
  });

  test.each([
    ['a film by one word of another of its names', { type: 'movie', title: 'Io e Meridian' }, 782],
    ['a film of one letter by its title with a subtitle', { type: 'movie', title: 'Q: A Story' }, 783],
    [
      'a series by the number in its title',
      { type: 'episode', seriesTitle: '48 часов', seasonNumber: 1, episodeNumber: 1, language: 'ru' },
      4251,
    ],
  ])('%s', async (_, body, tmdbId) => {
    expect(await dataOf(body)).toMatchObject({ tmdbId });
  });

  test.each([
    ['Chapter 3', undefined, 1, 3],
    ['Chapter 8', undefined, 2, 2],
    ['Folge 4', 2, 2, 4],
  ])('an episode that is called "%s" (season %s) by its number', async (episodeTitle, season, ...place) => {
    const stated = { type: 'episode', seriesTitle: 'House of Chapters', episodeTitle, language: 'en' };
    const body = season === undefined ? stated : { ...stated, seasonNumber: season };
    const { seasonNumber, episodeNumber } = await dataOf(body);
    expect([seasonNumber, episodeNumber]).toEqual(place);
  });

  test('no film of another year by a word of its name', async () => {
    const stated = { type: 'movie', title: 'Io e Meridian', language: 'it' };
    expect((await resolve({ ...stated, year: 2011 })).status).toBe(200);
    expect((await resolve({ ...stated, year: 2012 })).status).toBe(404);
  });

  test('no film by a word that twenty names have', async () => {
    expect((await resolve({ type: 'movie', title: 'Harbour del mare', language: 'it' })).status).toBe(404);
  });

  test('a series whose name begins the title is another one, and no candidate', async () => {
    const asked = { type: 'episode', seriesTitle: 'House of Chapters Confidential', language: 'en' };
    expect((await resolve({ ...asked, seasonNumber: 1, episodeNumber: 1 })).status).toBe(404);
  });

  test('unknown titles are looked up in the built-in catalogue, then 404', async () => {
    expect(await dataOf({ type: 'movie', tmdbId: 10378 })).toMatchObject({ title: 'Big Buck Bunny' });
    expect((await resolve({ type: 'movie', title: 'nothing like this' })).status).toBe(404);
    const beyond = { type: 'episode', tvShowId: 4242, seasonNumber: 2, episodeNumber: 9 };
    expect((await resolve(beyond)).status).toBe(404);
  });

  test('up next uses its seasons, and the history its titles', async () => {
    const { service } = own;
    const watched = { progress: 95, duration: 100, tvShowId: 4242, seasonNumber: 1, episodeNumber: 2 };
    await service.scrobble({ type: 'episode', ...watched });
    const { body } = await service.call('GET', '/upnext');
    expect(body.data).toMatchObject([{ title: 'The Lighthouse Keepers', subtitle: 'S2 E1 · Storm' }]);
    expect((await service.history())[0]?.media).toMatchObject({
      title: 'The Lighthouse Keepers',
      episodeTitle: 'Foghorn',
    });
  });
});

function placeOf({ seasonNumber, episodeNumber }: MediaCandidate): string {
  return `S${String(seasonNumber)}E${String(episodeNumber)}`;
}
