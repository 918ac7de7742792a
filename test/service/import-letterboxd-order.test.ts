import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { store, upload } from './import-file';
import { startTest, type ServiceUnderTest } from './service-under-test';

/** `watched.csv` of Letterboxd has the day on which a film was marked, `diary.csv` the one of the viewing. */
let service: ServiceUnderTest;
beforeEach(async () => {
  service = await startTest();
});
afterEach(() => service.close());

const watched = 'Date,Name,Year,Letterboxd URI\n'.concat(
  '2024-02-16,Sintel,2010,https://boxd.it/3\n',
  '2024-02-16,Charade,1963,https://boxd.it/2\n',
  '2024-02-16,Big Buck Bunny,2008,https://boxd.it/4\n',
);
/** The second one was entered on its day. */
const diary = 'Date,Name,Year,Letterboxd URI,Rating,Rewatch,Tags,Watched Date\n'.concat(
  '2024-02-16,Sintel,2010,https://boxd.it/1,3.5,,,2024-01-13\n',
  '2024-02-16,Charade,1963,https://boxd.it/2,,,,2024-02-16\n',
);
const read = async (file: string, name: string) => {
  const { id } = await upload(service, file, name);
  await store(service, id);
  return String(id);
};
const undo = async (id: string) =>
  expect((await service.call('DELETE', `/matinee/imports/${id}`)).status).toBe(204);
const viewings = async () =>
  (await service.history())
    .map(({ watchedAt, media }) => `${String(watchedAt).slice(0, 10)} ${String(media['title'])}`)
    .toSorted();
/** All that a person sees of it, and what the tracker finds wrong. */
const state = async () => [
  await viewings(),
  (await service.progress()).map(({ media, progress }) => [media, progress]),
  (await service.call('GET', '/matinee/statistics?year=2024')).body.data,
  await service.store.check(),
];

const MARKED = ['2024-02-16 Big Buck Bunny', '2024-02-16 Charade', '2024-02-16 Sintel'];
const DATED = ['2024-01-13 Sintel', '2024-02-16 Big Buck Bunny', '2024-02-16 Charade'];

describe('films that were marked as watched', () => {
  test('have the day of the diary that is read after', async () => {
    await read(watched, 'watched.csv');
    expect(await viewings()).toEqual(MARKED);
    const { known, ready } = await upload(service, diary, 'diary.csv');
    expect({ known, ready }).toEqual({ known: 0, ready: 2 });
    await read(diary, 'diary.csv');
    expect(await viewings()).toEqual(DATED);
    expect(await service.store.check()).toEqual([]);
    await read(watched, 'watched.csv');
    await read(diary, 'diary.csv');
    expect(await viewings()).toEqual(DATED);
  });

  test('have their own day again when the diary is undone', async () => {
    const first = await read(watched, 'watched.csv');
    const before = await state();
    const second = await read(diary, 'diary.csv');
    await undo(second);
    expect(await state()).toEqual(before);
    expect(before.at(-1)).toEqual([]);
    await undo(first);
    expect(await viewings()).toEqual([]);
  });

  test('go with their file, and those of the diary stay', async () => {
    const first = await read(watched, 'watched.csv');
    const second = await read(diary, 'diary.csv');
    await undo(first);
    expect(await viewings()).toEqual(['2024-01-13 Sintel', '2024-02-16 Charade']);
    await undo(second);
    expect(await viewings()).toEqual([]);
    expect(await service.store.check()).toEqual([]);
  });

  test('are not added where the diary was read before', async () => {
    await read(diary, 'diary.csv');
    const before = await state();
    const second = await read(watched, 'watched.csv');
    expect(await viewings()).toEqual(DATED);
    await undo(second);
    expect(await state()).toEqual(before);
  });

  test('keep the date that their person has given them', async () => {
    await read(watched, 'watched.csv');
    const sintel = (await service.history()).find(({ media }) => media['title'] === 'Sintel');
    const change = { body: { watchedAt: '2023-12-24T20:00:00Z' } };
    expect((await service.call('PATCH', `/matinee/history/${String(sintel?.id)}`, change)).status).toBe(200);
    await read(diary, 'diary.csv');
    expect(await viewings()).toEqual(['2023-12-24 Sintel', ...DATED]);
  });
});

test('a viewing at an unknown time stays beside those of other times: Trakt counts it', async () => {
  const play = (watched_at: string) => ({ watched_at, movie: { title: 'Sintel', ids: { tmdb: 45_745 } } });
  await read(JSON.stringify([play('1970-01-01T00:00:00.000Z')]), '');
  await read(JSON.stringify([play('2024-01-13T20:00:00.000Z')]), '');
  expect(await viewings()).toHaveLength(2);
});
