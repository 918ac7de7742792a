import { describe, expect, test } from 'vitest';
import type { Correction } from '../../../src/core/media/correction';
import { changesOf } from '../../../src/options/catalogue/tell-site-ids';

const film: Correction = {
  id: '1',
  scope: 'item',
  key: 'movie|ma vie de courgette|',
  label: 'Ma vie de Courgette',
  media: { type: 'movie', tmdbId: 393_559 },
  site: 'mubi:zucchini',
  createdAt: 10,
};
const series: Correction = {
  id: '2',
  scope: 'series',
  key: 'series|hafenlichter',
  label: 'Hafenlichter S2 E1',
  media: { type: 'episode', tmdbId: 90_210, seasonNumber: 2, episodeNumber: 1 },
  site: 'netflix:300',
  createdAt: 20,
};
const saidOfFilm = { site: 'mubi', id: 'zucchini', type: 'movie', tmdbId: 393_559 };

describe('what the tracker is told of corrections', () => {
  test('is the work behind the id of the site, once', () => {
    const said = changesOf({}, [film, series], 0);
    expect(said).toEqual([saidOfFilm, { site: 'netflix', id: '300', type: 'episode', tmdbId: 90_210 }]);
    const told = { 'mubi:zucchini': 'movie/393559', 'netflix:300': 'episode/90210' };
    expect(changesOf(told, [film, series], 0)).toEqual([]);
  });

  test('is taken back with the correction, and said again when that is restored', () => {
    const told = { 'mubi:zucchini': 'movie/393559' };
    expect(changesOf(told, [], 0)).toEqual([{ ...saidOfFilm, tmdbId: null }]);
    expect(changesOf({ 'mubi:zucchini': '' }, [], 0)).toEqual([]);
    expect(changesOf({ 'mubi:zucchini': '' }, [film], 100)).toEqual([saidOfFilm]);
  });

  test('changes with the correction; of two about one id the later one counts', () => {
    const other = { ...film, key: 'movie|zucchini|', media: { ...film.media, tmdbId: 12 }, createdAt: 30 };
    expect(changesOf({ 'mubi:zucchini': 'movie/393559' }, [other, film], 0)).toEqual([
      { ...saidOfFilm, tmdbId: 12 },
    ]);
  });

  test.each<[string, Correction]>([
    ['from before the sign-in', { ...film, createdAt: 4 }],
    ['of a page without an id', { ...film, site: '' }],
    ['with an id of another form', { ...film, site: 'mubi:a b' }],
    ['of one episode', { ...series, scope: 'item', key: 'series|hafenlichter|2|1' }],
    ['whose episodes the site counts otherwise', { ...series, episodeOffset: -12 }],
    ['whose seasons the site counts otherwise', { ...series, seasonOffset: 1 }],
    ['of an episode that is a film', { ...series, media: film.media }],
    ['without a number of the film database', { ...film, media: { type: 'movie', id: 3 } }],
  ])('is nothing of one %s', (_, correction) => {
    expect(changesOf({}, [correction], 5)).toEqual([]);
  });

  test('is the series of a page without seasons', () => {
    expect(changesOf({}, [{ ...series, seasonOffset: 2 }], 0)).toHaveLength(1);
  });
});
