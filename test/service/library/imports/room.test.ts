import { strToU8, zipSync } from 'fflate';
import { expect, test } from 'vitest';
import { readTaken } from '../../import-file';

// Entries of a few bytes that state thousands of episodes: one file becomes 250,000 rows at most.

const many = (count: number, text: string) => text.repeat(count);

test.each([
  [
    'MyAnimeList',
    `<myanimelist>${many(
      80,
      '<anime><series_title>A</series_title><my_watched_episodes>2000</my_watched_episodes>' +
        '<my_times_watched>99999</my_times_watched></anime>',
    )}</myanimelist>`,
    { rows: 62 * 4000, unread: 18 },
  ],
  [
    'AniList',
    `{"lists":[{"entries":[${many(80, '{"progress":5000,"repeat":7,"media":{"title":{"romaji":"A"}}},').slice(0, -1)}]}]}`,
    { rows: 62 * 4000, unread: 18 },
  ],
  [
    'Yamtrack',
    `media_id,source,media_type,title,progress,status\n${many(130, '1,mal,anime,A,2000,Completed\n')}`,
    { rows: 125 * 2000, unread: 5 },
  ],
  [
    'Simkl',
    `Title,Type,LastEpWatched,Watchlist,WatchedDate\n${many(260, 'A,tv,s1e1000,watching,18-12-2023 21:50:41\n')}`,
    { rows: 250 * 1000, unread: 10 },
  ],
  [
    'TV Time',
    `title,season,episode,tvdb_id,is_watched,watched_at,rewatch_count\n${many(2500, 'A,1,1,5,true,2020-01-01 20:00:00,100\n')}`,
    { rows: 2475 * 101, unread: 25 },
  ],
])('%s', async (source, content, { rows, unread }) => {
  const file = await readTaken(content, 'file');
  expect(file?.source).toBe(source);
  expect([file?.rows.length, file?.unread]).toEqual([rows, unread]);
});

test('what was watched again is counted for each episode in turn', async () => {
  const file = await readTaken(
    '<myanimelist><anime><series_title>A</series_title><my_watched_episodes>3</my_watched_episodes>' +
      '<my_times_watched>2</my_times_watched></anime></myanimelist>',
  );
  const shown = file?.rows.map(({ episodeNumber, isLeftOut = false }) => [episodeNumber, isLeftOut]);
  expect(shown).toEqual([1, 2, 3, 1, 2, 3, 1, 2, 3].map((number, index) => [number, index > 2]));
});

test('the files of an archive have room together', async () => {
  const lines = (title: string) => many(130, `${title},tv,s1e1000,watching,18-12-2023 21:50:41\n`);
  const file = (title: string) => strToU8(`Title,Type,LastEpWatched,Watchlist,WatchedDate\n${lines(title)}`);
  const zip = zipSync({ 'a.csv': file('A'), 'b.csv': file('B'), 'c.csv': file('C') });
  const read = await readTaken(new Uint8Array(zip), 'simkl.zip');
  // 10,000 rows of the second, and all of the third as one.
  expect([read?.rows.length, read?.unread]).toEqual([250_000, 10_001]);
});

test('of Yamtrack, one episode of an anime may be a film', async () => {
  const line = (progress: number, status = 'Completed') => `1,mal,anime,A,${String(progress)},${status}\n`;
  const file = await readTaken(
    `media_id,source,media_type,title,progress,status\n${line(1)}${line(2)}${line(1, 'In progress')}`,
    'yamtrack.csv',
  );
  expect(file?.rows.map(({ episodeNumber }) => episodeNumber)).toEqual([undefined, 1, 2, 1]);
});
