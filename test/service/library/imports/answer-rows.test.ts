import { expect, test } from 'vitest';
import {
  type Catalogue,
  type Title,
  type TitleQuestion,
  CatalogueError,
  emptyCatalogue,
} from '../../../../src/service/catalogue/catalogue';
import { answerRows } from '../../../../src/service/library/imports/answer-rows';
import { findWork } from '../../../../src/service/library/imports/look-up-rows';
import type { ImportRow } from '../../../../src/service/library/imports/import-row';

// Rows of one series, and what a film database says of their ids at TheTVDB.

const series = { type: 'episode', tmdbId: 9, title: 'Counted On' } as const;
const lengths = (...episodes: readonly number[]) =>
  episodes.map((count, index) => ({ number: index + 1, episodes: count }));
const work: Title = { ...series, seasonNumber: 1, episodeNumber: 1, seasons: lengths(12, 12) };

type Place = readonly [season: number, episode: number];

/** Id 101 is that of S1 E1. */
const idOf = ([season, episode]: Place) => season * 100 + episode;
const row = (place: Place, hasId = true): ImportRow => ({
  type: 'episode',
  title: 'Counted On',
  seasonNumber: place[0],
  episodeNumber: place[1],
  ...(hasId ? { tvdbEpisodeId: idOf(place) } : {}),
});

/** Where the rows are: `S1 E2`, or `-`, which is unclear. `answer`: to the question for an id. */
async function placesOf(
  rows: readonly ImportRow[],
  answer: (id: number) => Place | 'away' | undefined,
  { found = work, isWanted = true }: { readonly found?: Title; readonly isWanted?: boolean } = {},
) {
  const asked: number[] = [];
  const resolve = ({ tvdbId = 0 }: TitleQuestion): Promise<Title[]> => {
    asked.push(tvdbId);
    const place = answer(tvdbId);
    if (place === 'away') throw new CatalogueError('unreachable', 'away', { retryAfterMs: 0 });
    return Promise.resolve(
      place === undefined ? [] : [{ ...series, seasonNumber: place[0], episodeNumber: place[1] }],
    );
  };
  const catalogue: Catalogue = { ...emptyCatalogue, resolve: async (question) => resolve(question) };
  const staged = rows.map((one, n) => ({ n, row: JSON.stringify(one) }));
  const answers = await answerRows({ catalogue }, found, staged, () => Promise.resolve(isWanted));
  const places = answers.map(({ ids }) =>
    ids === undefined ? '-' : `S${String(ids.seasonNumber)} E${String(ids.episodeNumber)}`,
  );
  return { places, asked };
}

const placeOf = (id: number): Place => [Math.floor(id / 100), id % 100];
const SEASON = Array.from({ length: 12 }, (_, index): Place => [1, index + 1]);

test('what the film database does not know is as its file says, unlike what it was not asked', async () => {
  const rows = [row([1, 1]), row([1, 2])];
  expect((await placesOf(rows, () => undefined)).places).toEqual(['S1 E1', 'S1 E2']);
  expect((await placesOf(rows, () => 'away')).places).toEqual(['-', '-']);
  expect(await placesOf(rows, placeOf, { isWanted: false })).toEqual({ places: ['-', '-'], asked: [] });
});

test('a film database that is away in the middle leaves what it has answered', async () => {
  const rows = [row([1, 1]), row([2, 1]), row([2, 2])];
  const { places, asked } = await placesOf(rows, (id) => (id < 202 ? 'away' : placeOf(id)));
  expect(places).toEqual(['-', '-', 'S2 E2']);
  // It is waited for once, not for each row.
  expect(new Set(asked)).toEqual(new Set([202, 201]));
});

test('a special with an id that the film database lacks is unclear', async () => {
  const found = { ...work, seasons: [{ number: 0, episodes: 5 }, ...lengths(12, 12)] };
  const { places } = await placesOf(
    [row([0, 1]), row([0, 2]), row([0, 3], false)],
    (id) => (id === 2 ? [0, 4] : undefined),
    { found },
  );
  expect(places).toEqual(['-', 'S0 E4', 'S0 E3']);
});

test('an order that differs at the start or in the middle is noticed', async () => {
  const rows = SEASON.map((place) => row(place));
  const exchanged = (first: number) => (id: number) =>
    placeOf(id === first ? first + 1 : id === first + 1 ? first : id);
  for (const first of [101, 106]) {
    const { places } = await placesOf(rows, exchanged(first));
    expect(places[first - 101]).toBe(`S1 E${String(first + 1 - 100)}`);
    expect(places[first - 100]).toBe(`S1 E${String(first - 100)}`);
  }
  // Where all of them agree, three are asked for.
  expect((await placesOf(rows, placeOf)).asked).toHaveLength(3);
});

test('of a work 500 episodes are asked for, and the others are unclear', async () => {
  const found = { ...work, seasons: lengths(1000) };
  const rows = Array.from({ length: 900 }, (_, index): ImportRow => ({
    ...row([1, index + 1], false),
    tvdbEpisodeId: index + 1,
  }));
  // Each one is one earlier there.
  const { places, asked } = await placesOf(rows, (id) => [1, id + 1], { found });
  expect(asked).toHaveLength(500);
  expect(places.filter((place) => place === '-')).toHaveLength(400);
  expect(places.at(-1)).toBe('S1 E901');
});

test('ten thousand seasons are not looked through for each other', async () => {
  const count = 10_000;
  const found = { ...work, seasons: lengths(...Array.from({ length: count }, () => 1)) };
  const rows = Array.from({ length: count }, (_, index) => row([index + 1, 1]));
  const { places, asked } = await placesOf(rows, placeOf, { found });
  expect(asked).toHaveLength(500);
  // The last seasons are asked for first; of the others nothing is known.
  expect(places.filter((place) => place !== '-')).toHaveLength(500);
});

const numbered = (...numbers: readonly number[]): ImportRow[] =>
  numbers.map((episodeNumber) => ({ type: 'episode', title: 'Counted On', episodeNumber }));
const never = () => undefined;

test('a number without a season runs through all seasons', async () => {
  expect((await placesOf(numbered(1, 12, 13, 24, 25), never)).places).toEqual([
    'S1 E1',
    'S1 E12',
    'S2 E1',
    'S2 E12',
    '-',
  ]);
  // Also where the first row is of a later season: the work is looked up by its first episode.
  expect((await placesOf(numbered(13, 14, 1), never)).places).toEqual(['S2 E1', 'S2 E2', 'S1 E1']);
  const asked: unknown[] = [];
  const resolve: Catalogue['resolve'] = (question) => {
    asked.push(question);
    return Promise.resolve([]);
  };
  const one: ImportRow = { type: 'episode', title: 'Counted On', episodeNumber: 13 };
  await findWork(
    { catalogue: { ...emptyCatalogue, resolve } },
    { type: 'episode', title: 'Counted On' },
    one,
  );
  expect(asked).toEqual([{ type: 'episode', seriesTitle: 'Counted On', episodeNumber: 1 }]);
});

test('a title that is a later season has the episodes of that one', async () => {
  const found = { ...work, seasonNumber: 2, seasons: lengths(12, 12, 12) };
  expect((await placesOf(numbered(1, 12, 13), never, { found })).places).toEqual(['S2 E1', 'S2 E12', '-']);
  // Where only the one beyond it is left, after the person has chosen the work.
  expect((await placesOf(numbered(13), never, { found })).places).toEqual(['-']);
  const planned: ImportRow = { type: 'episode', level: 'show', title: 'Counted On' };
  const { places } = await placesOf([planned, ...numbered(1, 2)], never, { found });
  expect(places.slice(1)).toEqual(['S2 E1', 'S2 E2']);
});

test('a series without any number is no first episode', async () => {
  const rows: ImportRow[] = [...numbered(1), { type: 'episode', title: 'Counted On' }];
  expect((await placesOf(rows, never)).places).toEqual(['S1 E1', '-']);
});
