import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { resolvedMediaSchema } from '../../src/protocol/tracker/resolve';
import { startTest, type ServiceUnderTest } from './service-under-test';

let service: ServiceUnderTest;
beforeAll(async () => {
  service = await startTest();
});
afterAll(() => service.close());

const resolve = (body: unknown) => service.call('POST', '/matinee/resolve', { body });

describe('a film is found', () => {
  test.each([
    ['by tmdbId', { tmdbId: 10378 }, 10378],
    ['by id', { id: 45745 }, 45745],
    ['by imdbId', { imdbId: 'tt1254207' }, 10378],
    ['by title and year', { title: 'Tears of Steel', year: 2012 }, 133701],
    ['by title alone', { title: 'Sintel' }, 45745],
    ['in other letters', { title: '  BIG   buck-bunny ' }, 10378],
    ['by a title in another language', { title: 'Le voyage dans la lune' }, 775],
    ['by a title in another script', { title: 'メトロポリス' }, 19],
    ['without its article', { title: 'Cabinet of Dr Caligari' }, 234],
    ['when the year is one off', { title: 'Metropolis', year: 1926 }, 19],
    ['by a short title', { title: 'Kid', year: 1921 }, 10098],
    ['by the title when the id is unknown', { tmdbId: 999_999_999, title: 'Nosferatu' }, 653],
  ])('%s', async (_, what, tmdbId) => {
    const { status, body } = await resolve({ type: 'movie', ...what });
    expect(status).toBe(200);
    expect(body.success).toBe(true);
    expect(body.data).toMatchObject({
      type: 'movie',
      tmdbId,
      url: `http://localhost/media/movie/${String(tmdbId)}`,
    });
    expect(resolvedMediaSchema.safeParse(body.data).success).toBe(true);
  });
});

describe('an episode is found', () => {
  test.each([
    ['by series id and numbers', { tvShowId: 1396, seasonNumber: 5, episodeNumber: 14 }, [1396, 5, 14]],
    ['by tmdbId of the series', { tmdbId: 1399, seasonNumber: 3, episodeNumber: 9 }, [1399, 3, 9]],
    ['by imdbId of the series', { imdbId: 'tt0903747', seasonNumber: 1, episodeNumber: 1 }, [1396, 1, 1]],
    [
      'by titles and numbers',
      { seriesTitle: 'Stranger Things', seasonNumber: 4, episodeNumber: 9 },
      [66732, 4, 9],
    ],
    [
      'by the name of the episode',
      { seriesTitle: 'Breaking Bad', episodeTitle: 'Ozymandias' },
      [1396, 5, 14],
    ],
    [
      'by the name of the episode within a season',
      { tvShowId: 19885, seasonNumber: 2, episodeTitle: 'the reichenbach fall' },
      [19885, 2, 3],
    ],
    ['by an absolute number', { seriesTitle: '進撃の巨人', episodeNumber: 38 }, [1429, 3, 1]],
    ['by the first absolute number', { seriesTitle: 'Shingeki no Kyojin', episodeNumber: 1 }, [1429, 1, 1]],
    [
      'in a series of one season without its number',
      { seriesTitle: 'Chernobyl', episodeNumber: 5 },
      [87108, 1, 5],
    ],
    [
      'by its name when the number is beyond the season',
      { seriesTitle: 'Sherlock', seasonNumber: 1, episodeNumber: 9, episodeTitle: 'The Great Game' },
      [19885, 1, 3],
    ],
    [
      'by the title in Cyrillic',
      { seriesTitle: 'Игра престолов', seasonNumber: 8, episodeNumber: 6 },
      [1399, 8, 6],
    ],
  ])('%s', async (_, what, [tmdbId, seasonNumber, episodeNumber]) => {
    const { status, body } = await resolve({ type: 'episode', ...what });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      type: 'episode',
      tmdbId,
      tvShowId: tmdbId,
      seasonNumber,
      episodeNumber,
    });
    expect(resolvedMediaSchema.safeParse(body.data).success).toBe(true);
  });

  test('with its titles', async () => {
    const { body } = await resolve({ type: 'episode', tvShowId: 1396, seasonNumber: 2, episodeNumber: 2 });
    expect(body.data).toMatchObject({
      title: 'Breaking Bad',
      seriesTitle: 'Breaking Bad',
      episodeTitle: 'Grilled',
      year: 2008,
      runtime: 2820,
    });
  });
});

describe('unknown titles get 404 NOT_FOUND', () => {
  test.each([
    ['an unknown id', { type: 'movie', tmdbId: 999_999_999 }],
    ['an unknown imdbId', { type: 'movie', imdbId: 'tt9999999' }],
    ['an unknown title', { type: 'movie', title: 'Holiday of my neighbour' }],
    ['a film of another year: a remake', { type: 'movie', title: 'Nosferatu', year: 2024 }],
    ['a title of signs', { type: 'movie', title: '???' }],
    [
      'a film asked for as an episode',
      { type: 'episode', seriesTitle: 'Sintel', seasonNumber: 1, episodeNumber: 1 },
    ],
    [
      'an episode past the end of its season',
      { type: 'episode', tvShowId: 1396, seasonNumber: 1, episodeNumber: 8 },
    ],
    ['a season past the end', { type: 'episode', tvShowId: 1396, seasonNumber: 6, episodeNumber: 1 }],
    ['an absolute number past the end', { type: 'episode', tvShowId: 1396, episodeNumber: 63 }],
    [
      'an unknown name of an episode',
      { type: 'episode', seriesTitle: 'Breaking Bad', episodeTitle: 'Something else entirely' },
    ],
    ['an unknown own id of an episode', { type: 'episode', id: 1 }],
  ])('%s', async (_, body) => {
    const answer = await resolve(body);
    expect(answer.status).toBe(404);
    expect(answer.body.error).toBe('NOT_FOUND');
  });
});

describe('a search by part of a title offers candidates', () => {
  test('best first, the result itself included', async () => {
    const { body } = await resolve({ type: 'movie', title: 'of the' });
    const candidates = body.data?.['candidates'] as { title: string }[];
    expect(candidates.map(({ title }) => title).toSorted()).toEqual([
      'Nanook of the North',
      'Night of the Living Dead',
      'The Phantom of the Opera',
    ]);
    expect(candidates[0]?.title).toBe(body.data?.['title']);
  });

  test('none where there is one hit', async () => {
    const { body } = await resolve({ type: 'movie', title: 'big buck' });
    expect(body.data).toMatchObject({ title: 'Big Buck Bunny' });
    expect(body.data).not.toHaveProperty('candidates');
  });
});

describe('a request that identifies nothing gets 400 with the name of the field', () => {
  test.each([
    ['no type', { tmdbId: 1 }, 'type'],
    ['another type', { type: 'show', tmdbId: 1 }, 'type'],
    ['a film by nothing', { type: 'movie' }, 'title'],
    ['a film by its year', { type: 'movie', year: 2008 }, 'title'],
    ['an episode without a series', { type: 'episode', seasonNumber: 1, episodeNumber: 1 }, 'seriesTitle'],
    [
      'an episode without number and name',
      { type: 'episode', seriesTitle: 'Sherlock', seasonNumber: 1 },
      'episodeNumber',
    ],
    ['tmdbId zero', { type: 'movie', tmdbId: 0 }, 'tmdbId'],
    ['tmdbId as text', { type: 'movie', tmdbId: '10378' }, 'tmdbId'],
    ['imdbId of no such form', { type: 'movie', imdbId: '1254207' }, 'imdbId'],
    ['an empty title', { type: 'movie', title: ' ' }, 'title'],
    [
      'a title of a megabyte is cut off earlier: 501 characters',
      { type: 'movie', title: 'x'.repeat(501) },
      'title',
    ],
    ['a year before film', { type: 'movie', title: 'x', year: 1500 }, 'year'],
    [
      'a negative season',
      { type: 'episode', tvShowId: 1, seasonNumber: -1, episodeNumber: 1 },
      'seasonNumber',
    ],
    ['episode 0', { type: 'episode', tvShowId: 1, seasonNumber: 1, episodeNumber: 0 }, 'episodeNumber'],
    ['an unknown field', { type: 'movie', tmdbId: 1, slug: 'x' }, 'slug'],
  ])('%s', async (_, body, field) => {
    const answer = await resolve(body);
    expect(answer.status).toBe(400);
    expect(answer.body.error).toBe('VALIDATION_ERROR');
    expect(answer.body.message).toContain(`\`${field}\``);
  });
});
