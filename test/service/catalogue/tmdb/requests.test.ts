import { describe, expect, test } from 'vitest';
import type { TitleData } from '../../../support/film-database/titles';
import { filmRecord, seriesRecord, startService, useFilmDatabase } from '../with-film-database';

const MOST_SEASONS = 40;
const many = Array.from({ length: 50 }, (_, index) =>
  seriesRecord(5000 + index, `Series ${'abcdefghij'[index % 10] ?? ''}${String(index)}`, [6, 6]),
);
const data: TitleData = {
  works: [
    filmRecord(1001, 'The Quiet Harbour'),
    ...['The Long Road', 'The Long Road Home', 'The Long Road Back'].map((name, index) => ({
      ...seriesRecord(
        2001 + index,
        name,
        Array.from({ length: MOST_SEASONS }, () => 20),
      ),
      episodes: [{ season_number: MOST_SEASONS, episode_number: 20, names: { en: 'The Last Mile' } }],
    })),
    { ...seriesRecord(3001, 'Yet To Come', [2, 2]), year: 2025, lastYear: 2026 },
    ...many,
  ],
  decoys: [],
};
const own = useFilmDatabase({ data });
const { resolve } = own;
const cost = async (work: () => unknown) => {
  const before = own.database.log.length;
  await work();
  return own.database.log.length - before;
};

describe('the requests to the film database', () => {
  test('of a title: at most 3 the first time, none the second time, nor for another person', async () => {
    const question = { type: 'movie', title: 'The Quiet Harbour', year: 2010, language: 'en' };
    expect(await cost(() => resolve(question))).toBeLessThanOrEqual(3);
    expect(await cost(() => resolve(question))).toBe(0);
    const other = await own.service.store.keys.create(own.service.owner.id, 'mt', 'another device');
    expect(
      await cost(() => own.service.call('POST', '/matinee/resolve', { body: question, key: other })),
    ).toBe(0);
  });

  const named = (episodeTitle: string) => ({
    type: 'episode',
    seriesTitle: 'The Long Road',
    episodeTitle,
    language: 'de',
  });

  test('of a series with an unknown episode name: at most 4 in a day (94 in version 0.1.0)', async () => {
    const statuses: number[] = [];
    const askOften = async () => {
      for (let again = 0; again < 12; again += 1)
        statuses.push((await resolve(named('No such name'))).status);
    };
    expect(await cost(askOften)).toBeLessThanOrEqual(4);
    own.service.wait(23 * 3600);
    expect(await cost(askOften)).toBe(0);
    expect(new Set(statuses)).toEqual(new Set([404]));
  });

  test('of a name that costs more than 4 to find: it is found on a later day', async () => {
    const found: number[] = [];
    const costs: number[] = [];
    for (let day = 0; day < 4; day += 1) {
      costs.push(await cost(async () => found.push((await resolve(named('The Last Mile'))).status)));
      own.service.wait(25 * 3600);
    }
    expect(Math.max(...costs)).toBeLessThanOrEqual(4);
    expect([found[0], found.at(-1)]).toEqual([404, 200]);
  });

  test('of 200 clients that ask for the same at once: as many as of one', async () => {
    const question = { type: 'movie', title: 'The Quiet Harbour', language: 'en' };
    const requests = await cost(() => resolve(question));
    await own.service.close();
    const service = await startService(own.database);
    const ask = () => service.call('POST', '/matinee/resolve', { body: question });
    const answers: { status: number }[] = [];
    expect(
      await cost(async () => answers.push(...(await Promise.all(Array.from({ length: 200 }, ask))))),
    ).toBe(requests);
    expect(answers.every(({ status }) => status === 200)).toBe(true);
    await service.close();
  });

  test('"unknown" is asked again after a day, an answer after 30 days', async () => {
    const unknown = { type: 'movie', title: 'Nobody has this', language: 'en' };
    const known = { type: 'movie', title: 'The Quiet Harbour', language: 'en' };
    await resolve(unknown);
    await resolve(known);
    own.service.wait(23 * 3600);
    expect(await cost(() => resolve(unknown))).toBe(0);
    own.service.wait(2 * 3600);
    // The title, then two of its words.
    expect(await cost(() => resolve(unknown))).toBe(3);
    own.service.wait(28 * 24 * 3600);
    expect(await cost(() => resolve(known))).toBe(0);
    own.service.wait(2 * 24 * 3600);
    expect(await cost(() => resolve(known))).toBe(2);
  });
});

describe('up next', () => {
  const watch = (tvShowId: number, seasonNumber: number, episodeNumber: number) =>
    own.service.scrobble({
      type: 'episode',
      progress: 95,
      duration: 100,
      tvShowId,
      seasonNumber,
      episodeNumber,
    });
  const upNext = async () =>
    (await own.service.call('GET', '/upnext')).body.data as unknown as { showId: number }[];

  test('of 50 series costs at most 4 requests each time, and none once all are stored', async () => {
    for (const { id } of many) {
      await watch(id, 1, 6);
      own.service.wait(60);
    }
    const costs: number[] = [];
    for (let opened = 0; opened < 20; opened += 1) costs.push(await cost(upNext));
    expect(Math.max(...costs)).toBeLessThanOrEqual(4);
    expect(costs.at(-1)).toBe(0);
    const shown = await upNext();
    expect(shown).toHaveLength(20);
    // The newest first.
    expect(shown[0]?.showId).toBe(5049);
  });

  test('costs nothing for a series whose titles were resolved', async () => {
    const question = {
      type: 'episode',
      seriesTitle: 'Series a0',
      seasonNumber: 1,
      episodeNumber: 2,
      language: 'de',
    };
    await resolve(question);
    await watch(5000, 1, 2);
    expect(await cost(upNext)).toBe(0);
    expect(await upNext()).toMatchObject([{ showId: 5000, subtitle: 'S1 E3' }]);
  });

  test('offers no episode that has not been aired, until it has', async () => {
    // The clock of the test is at 15 January 2026; season 2 is dated 1 July 2026.
    await watch(3001, 1, 2);
    expect(await upNext()).toEqual([]);
    own.service.wait(170 * 24 * 3600);
    expect(await upNext()).toMatchObject([{ showId: 3001, subtitle: 'S2 E1' }]);
  });
});
