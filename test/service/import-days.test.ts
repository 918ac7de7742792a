import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { store, upload } from './import-file';
import { startTest, type ServiceUnderTest } from './service-under-test';

/** The day of a viewing is that of the person, wherever they live. */
let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const ZONES = [-11, -10, -9, -8, -7, -6, -5, -4, -3, -2, -1, 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12].map(
  (hours) => [hours, `Etc/GMT${hours <= 0 ? '+' : '-'}${Math.abs(hours)}`] as const,
);
const HOUR = 3_600_000;
const film = (hour: number) => 1000 + hour;

async function live(tmdbId: number, at: number): Promise<void> {
  const body = { type: 'movie', tmdbId, duration: 5400, watchedAt: new Date(at).toISOString() };
  const put = await service.call('PUT', `/matinee/history/live-${String(tmdbId)}`, { body });
  expect(put.status, put.body.message).toBe(200);
}

async function setZone(zone: string): Promise<void> {
  const cookie = await service.signedIn();
  await service.post('/account/preferences', { language: 'en', zone }, { cookie });
}

async function importAll(text: string) {
  const { id } = await upload(service, text);
  return store(service, id);
}

test.each(ZONES)('24 evenings at UTC%i are not doubled by a file with days', async (offset, zone) => {
  await setZone(zone);
  const hours = Array.from({ length: 24 }, (_, hour) => hour);
  for (const hour of hours) await live(film(hour), Date.UTC(2024, 2, 1, hour) - offset * HOUR);
  const lines = hours.map((hour) => `2024-03-01,Film ${String(hour)},2020,${String(film(hour))}`);
  expect(await importAll(`WatchedDate,Title,Year,tmdbID\n${lines.join('\n')}\n`)).toMatchObject({ added: 0 });
});

describe('one viewing in two products', () => {
  test.each([
    ['23:55 and 0:06', '2024-03-01T23:55:00Z', '2024-03-02T00:06:00Z', 0],
    ['0:06 and 23:55', '2024-03-02T00:06:00Z', '2024-03-01T23:55:00Z', 0],
    ['two evenings', '2024-03-01T20:00:00Z', '2024-03-02T20:00:00Z', 1],
  ])('%s', async (_, first, second, added) => {
    await live(45_745, Date.parse(first));
    const entry = { watched_at: second, type: 'movie', movie: { ids: { tmdb: 45_745 } } };
    expect(await importAll(JSON.stringify([entry]))).toMatchObject({ added });
  });
});

test('a day is stored as its noon where the person lives, and two days are two viewings', async () => {
  await setZone('Pacific/Auckland');
  const days = ['2024-03-01', '2024-03-02'].map((day) => `${day},Sintel,2010,45745`);
  expect(await importAll(`WatchedDate,Title,Year,tmdbID\n${days.join('\n')}\n`)).toMatchObject({ added: 2 });
  const times = (await service.history()).map(({ watchedAt }) => watchedAt);
  expect(times).toEqual(['2024-03-01T23:00:00.000Z', '2024-02-29T23:00:00.000Z']);
});
