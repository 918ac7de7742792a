import { expect, test } from 'vitest';
import { judge, confidenceBar } from '../../../../src/core/matching/judge';
import { readResolvedMedia } from '../../../../src/protocol/tracker/read-resolved-media';
import { mediaOf } from '../../../../src/tracker/media-of';
import { seriesRecord, useFilmDatabase } from '../with-film-database';

const episode = (season_number: number, episode_number: number, air_date: string, name: string) => ({
  season_number,
  episode_number,
  air_date,
  names: { en: name },
});

// A daily programme: what the database calls its episodes is not what pages call them.
const own = useFilmDatabase({
  data: {
    works: [
      {
        ...seriesRecord(4001, 'The Late Report', [4, 4]),
        runtime: 22,
        episodes: [
          episode(1, 3, '2010-12-03', 'A Guest'),
          episode(2, 1, '2011-12-01', 'Another Guest'),
          episode(2, 2, '2011-12-02', 'A Third Guest'),
          episode(2, 3, '2011-12-03', 'Morning'),
          episode(2, 4, '2011-12-03', 'Evening'),
        ],
      },
    ],
    decoys: [],
  },
});

const item = { type: 'episode', seriesTitle: 'The Late Report', language: 'en' } as const;

/** What the extension sends of the answer. */
async function sent(episodeTitle: string, duration = 22 * 60) {
  const { body } = await own.resolve({ ...item, episodeTitle });
  const { candidates = [], ...best } = readResolvedMedia(body.data, 'episode') ?? {
    type: 'episode',
    title: '',
  };
  const media = [best, ...candidates].flatMap((one) => mediaOf(one) ?? []);
  const [first] = judge({ item: { ...item, episodeTitle }, duration, names: true }, media);
  if (first === undefined || first.confidence < confidenceBar) return undefined;
  return [first.media.seasonNumber, first.media.episodeNumber];
}

test.each([
  ['December 2, 2011', [2, 2]],
  ['2011-12-01', [2, 1]],
  ['2 December 2011: Somebody', [2, 2]],
  ['December 3, 2010', [1, 3]],
])('an episode of a day is that which was aired on it: %s', async (name, place) => {
  expect(await sent(name)).toEqual(place);
});

test.each([
  ['of a day with two episodes', 'December 3, 2011'],
  ['of a day without any', 'December 7, 2011'],
  ['with a time of day', 'December 2, 2011, 20:00'],
])('an episode %s is held', async (_, name) => {
  expect(await sent(name)).toBeUndefined();
});

test('a clip of the day is held', async () => {
  expect(await sent('December 2, 2011', 120)).toBeUndefined();
});
