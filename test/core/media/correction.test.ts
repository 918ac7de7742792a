import { describe, expect, test } from 'vitest';
import { correctedMedia, offsetsOf, type Correction } from '../../../src/core/media/correction';
import type { Item } from '../../../src/core/media/item';
import { itemKey, seriesKey } from '../../../src/core/media/item-key';
import type { Media } from '../../../src/core/media/media';
import { defined } from '../../../src/core/values/defined';

const episode = (
  seasonNumber: number | undefined,
  episodeNumber: number,
  seriesTitle = 'Attack on Titan',
): Item => ({
  type: 'episode',
  seriesTitle,
  episodeNumber,
  ...defined({ seasonNumber }),
});
const media = (seasonNumber: number, episodeNumber: number): Media => ({
  type: 'episode',
  tmdbId: 1429,
  seasonNumber,
  episodeNumber,
  seriesTitle: 'Attack on Titan',
});

/** The correction that the worker makes from one example. */
function fromExample(item: Item, right: Media): Correction {
  return {
    id: 'c',
    scope: 'series',
    key: seriesKey(item),
    label: '',
    media: right,
    createdAt: 0,
    ...offsetsOf(item, right),
  };
}

function numbers(item: Item, correction: Correction) {
  const found = correctedMedia(item, [correction])?.media;
  return found && [found.seasonNumber, found.episodeNumber];
}

describe('a correction of a whole series', () => {
  test.each([
    ['absolute numbering', episode(undefined, 27), media(2, 2), episode(undefined, 30), [2, 5]],
    ['a split season', episode(4, 17), media(5, 1), episode(4, 20), [5, 4]],
    ['a season counted from zero', episode(0, 3), media(1, 3), episode(0, 4), [1, 4]],
    ['another series under the same numbers', episode(1, 1), media(1, 1), episode(2, 9), [2, 9]],
  ])('carries %s on to the next episodes', (_, item, right, next, expected) => {
    expect(numbers(next, fromExample(item, right))).toEqual(expected);
  });

  test('does not reach numbers that cannot be', () => {
    expect(numbers(episode(undefined, 13), fromExample(episode(undefined, 27), media(2, 2)))).toBeUndefined();
  });

  test('takes nothing of the example but the series: no id and no title of another episode', () => {
    const found = correctedMedia(episode(undefined, 28), [
      fromExample(episode(undefined, 27), { ...media(2, 2), id: 99, title: 'I’m Home' }),
    ]);
    expect(found?.media).toEqual({
      type: 'episode',
      tmdbId: 1429,
      seasonNumber: 2,
      episodeNumber: 3,
      seriesTitle: 'Attack on Titan',
    });
  });

  test('leaves other series and films alone', () => {
    const correction = fromExample(episode(1, 1), media(1, 1));
    expect(correctedMedia(episode(1, 1, 'Sherlock'), [correction])).toBeUndefined();
    expect(correctedMedia({ type: 'movie', title: 'Attack on Titan' }, [correction])).toBeUndefined();
  });
});

test('a correction of exactly this item goes before that of its series', () => {
  const item = episode(1, 5);
  const own: Correction = {
    id: 'own',
    scope: 'item',
    key: itemKey(item),
    label: '',
    media: media(9, 9),
    createdAt: 0,
  };
  expect(correctedMedia(item, [fromExample(episode(1, 1), media(2, 1)), own])?.correction.id).toBe('own');
});
