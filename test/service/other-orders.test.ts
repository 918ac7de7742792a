import type { ServerResponse } from 'node:http';
import { beforeEach, expect, test } from 'vitest';
import type { WorkRecord } from '../support/film-database/titles';
import { waitFor } from '../support/wait-for';
import { seriesRecord, useFilmDatabase } from './catalogue/with-film-database';
import { choose, store, upload, waitForState } from './import-file';
import { MEDIA_SERVERS, oldEmby, type Episode, type Moment } from './media-servers';

// Series whose episodes TheTVDB, by which media servers count, has in another order than the film database.
// Every notification records the episode that was played. Servers state its name, and some its id.

const SERIES = 200;
const FIRST_ID = 500_000;

const ADJECTIVES = 'Amber Broken Crimson Distant Empty Frozen Gentle Hollow Iron Jagged Kind Lonely'.split(
  ' ',
);
const NOUNS = 'Anchor Bridge Candle Desert Engine Forest Garden Harvest Island Jungle Kettle Ladder'.split(
  ' ',
);
const PLACES = 'Berlin Cairo Dublin Geneva Havana Lisbon Madrid Naples Oslo Prague Quito Vienna'.split(' ');

/** An episode as both sides have it. */
interface Known {
  readonly name: string;
  readonly tvdb: Place;
  readonly tmdb: Place;
}
type Place = readonly [season: number, episode: number];

/** How the two orders differ; `at`: which episode of the series, counted from 0. */
const ORDERS: readonly ((at: number) => Pick<Known, 'tvdb' | 'tmdb'>)[] = [
  // One long season against seasons of six, of eight, and the other way round.
  (at) => ({ tvdb: split(at, 6), tmdb: [1, at + 1] }),
  (at) => ({ tvdb: split(at, 8), tmdb: split(at, 12) }),
  (at) => ({ tvdb: [1, at + 1], tmdb: split(at, 6) }),
  (at) => ({ tvdb: split(at, 12), tmdb: split(at, 8) }),
  // Two and two exchanged: the order of the discs.
  (at) => ({ tvdb: split(at, 12), tmdb: split(at % 2 === 0 ? at + 1 : at - 1, 12) }),
  // The seasons of one exchanged with those of the other.
  (at) => ({ tvdb: split(at, 12), tmdb: split((at + 12) % 24, 12) }),
  // The third episode is a special elsewhere, and all after it are one earlier.
  (at) => ({ tvdb: [1, at + 1], tmdb: at === 2 ? [0, 1] : [1, at < 2 ? at + 1 : at] }),
  // Backwards.
  (at) => ({ tvdb: split(at, 12), tmdb: split(23 - at, 12) }),
];

function split(at: number, length: number): Place {
  return [1 + Math.floor(at / length), 1 + (at % length)];
}

function seriesAt(index: number) {
  const order = ORDERS[index % ORDERS.length] ?? split24;
  const name = (at: number) =>
    `${pick(ADJECTIVES, at + index)} ${pick(NOUNS, at * 5 + index)} ${pick(PLACES, at >= 12 ? at + 1 : at)}`;
  return Array.from({ length: 24 }, (_, at): Known => ({ name: name(at), ...order(at) }));
}
const split24 = (at: number) => ({ tvdb: split(at, 24), tmdb: split(at, 24) });
const pick = (words: readonly string[], at: number) => words[at % words.length] ?? '';

const SYLLABLES = 'ba do fi gu ka le mi no pu ra se ti vo wa xe yo zu cha bri sto'.split(' ');

/** A made-up name; no two are alike. */
function titleAt(index: number): string {
  const word = (...at: readonly number[]) => at.map((one) => pick(SYLLABLES, one)).join('');
  const row = Math.floor(index / 20);
  return `${word(index, row + index, row)} ${word(row * 3 + 1, index * 3, row * 7 + index * 9)}`;
}

const episodesAt = Array.from({ length: SERIES }, (_, index) => seriesAt(index));

const works = episodesAt.map((episodes, index): WorkRecord => {
  const lengths = new Map<number, number>();
  for (const { tmdb } of episodes)
    if (tmdb[0] > 0) lengths.set(tmdb[0], Math.max(tmdb[1], lengths.get(tmdb[0]) ?? 0));
  const seasons = [...lengths].toSorted(([a], [b]) => a - b).map(([, length]) => length);
  return {
    ...seriesRecord(FIRST_ID + index, titleAt(index), seasons),
    episodes: episodes.map(({ name, tmdb: [season, number] }) => ({
      season_number: season,
      episode_number: number,
      names: { en: name },
    })),
  };
});

/** The film database knows the ids of TheTVDB: those of series, and those of every second episode. */
const episodeIdOf = (index: number, at: number) => 7_000_000 + index * 100 + at;
const twice = [1, 2].map((n) => seriesRecord(600_000 + n, 'Twice Shown', [3]));
const database = useFilmDatabase({ data: { works: [...works, ...twice], decoys: [] } });

const findByTvdb = (path: string, response: ServerResponse) => {
  const id = Number(/^\/find\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  if (Number.isNaN(id)) return false;
  const [index, at] = [Math.floor((id - 7_000_000) / 100), (id - 7_000_000) % 100];
  const known = id >= 7_000_000 && at % 2 === 0 ? episodesAt[index]?.[at] : undefined;
  const series = id < 7_000_000 ? works.find((work) => work.id === id) : undefined;
  const [season, number] = known?.tmdb ?? [0, 0];
  response.writeHead(200, { 'content-type': 'application/json' }).end(
    JSON.stringify({
      movie_results: [],
      tv_results: series === undefined ? [] : [{ id: series.id, name: series.original_title }],
      tv_episode_results:
        known === undefined
          ? []
          : [{ id, show_id: FIRST_ID + index, season_number: season, episode_number: number }],
    }),
  );
  return true;
};

let key: string;
beforeEach(async () => {
  database.database.fault.intercept = findByTvdb;
  key = await database.service.store.keys.create(database.service.owner.id, 'sk', 'TV', {
    scope: 'scrobble',
  });
});

const SENDERS = [
  ['jellyfin', MEDIA_SERVERS.jellyfin],
  ['emby', MEDIA_SERVERS.emby],
  ['emby', oldEmby],
  ['plex', MEDIA_SERVERS.plex],
  ['kodi', MEDIA_SERVERS.kodi],
] as const;

const ended: Moment = { event: 'stop', progress: 2690, duration: 2700, isPlayed: true };

test('of 200 series none has a wrong episode, and none has to be asked for', async () => {
  const recorded: string[] = [];
  for (const [index, episodes] of episodesAt.entries()) {
    // At the seams of the seasons, and within them.
    const at = index % 3 === 0 ? 12 : (index * 7 + 2) % 24;
    const known = episodes[at];
    if (known === undefined) continue;
    const [product, write] = SENDERS[index % SENDERS.length] ?? SENDERS[0];
    const [season, number] = known.tvdb;
    const ids = index % 4 === 0 ? { tvdb: String(episodeIdOf(index, at)) } : {};
    const episode: Episode = { series: titleAt(index), season, number, ids, name: known.name };
    const reason = await send(product, write(episode, ended));
    const expected = `${String(FIRST_ID + index)}:${known.tmdb.join(':')}`;
    const media = reason ?? (await newest());
    if (media !== expected) recorded.push(`${episode.series} ${known.tvdb.join('x')}: ${String(media)}`);
  }
  expect(recorded).toEqual([]);
});

test('a file of TV Time: an episode is right by its id, or waits where the film database lacks it', async () => {
  const timeOf = (index: number, at: number) =>
    new Date(Date.UTC(2020, 0, 1) + (index * 24 + at) * 3_600_000).toISOString();
  // Five series of each order.
  const inFile = [...episodesAt.entries()].filter(([index]) => index % 5 === 0);
  const columns = 's_id,series_name,key,season_number,episode_number,ep_id,created_at';
  const lines = inFile.flatMap(([index, episodes]) =>
    [2, 5, 8, 11, 12, 15, 18, 23].map((at) => {
      const [season, number] = episodes[at]?.tvdb ?? [0, 0];
      const ids = [FIRST_ID + index, titleAt(index), `watch-episode-${String(at)}`];
      const time = timeOf(index, at).slice(0, 19).replace('T', ' ');
      return [...ids, season, number, episodeIdOf(index, at), time].join(',');
    }),
  );
  const { id, ...preview } = await upload(database.service, [columns, ...lines].join('\n'));
  expect(preview).toMatchObject({ ready: lines.length / 2, unclear: lines.length / 2 });
  await store(database.service, id);
  const expected = new Set(
    inFile.flatMap(([index, episodes]) =>
      episodes.map(({ tmdb }, at) => `${String(FIRST_ID + index)}:${tmdb.join(':')} ${timeOf(index, at)}`),
    ),
  );
  const stored = (await database.service.history()).map(({ media, watchedAt }) => {
    const place = [media['tvShowId'], media['seasonNumber'], media['episodeNumber']];
    return `${place.map(String).join(':')} ${String(watchedAt)}`;
  });
  expect(stored).toHaveLength(lines.length / 2);
  expect(stored.filter((one) => !expected.has(one))).toEqual([]);
});

test('nobody waits for the episodes of a chosen series while the film database is slow', async () => {
  const { service } = database;
  const columns = 'series_name,key,season_number,episode_number,ep_id,created_at';
  const line = 'Twice Shown,watch-episode-1,1,3,7999999,2020-01-01 20:00:00';
  const { id, ...preview } = await upload(service, `${columns}\n${line}`);
  expect(preview).toMatchObject({ unclear: 1 });
  const asked: { path: string; response: ServerResponse }[] = [];
  database.database.fault.intercept = (path, response) =>
    path.startsWith('/find/') && asked.push({ path, response }) > 0;
  await choose(service, id, { type: 'episode', title: 'Twice Shown' }, '600002');
  await waitFor('the episode to be asked for', () => asked.length > 0);
  database.database.fault.intercept = findByTvdb;
  for (const { path, response } of asked) findByTvdb(path, response);
  expect(await waitForState(service, id, 'preview')).toMatchObject({ ready: 1, unclear: 0 });
  await store(service, id);
  expect(await newest()).toBe('600002:1:3');
});

async function send(product: string, { type, body }: { type: string; body: string }) {
  database.service.wait(24 * 3600);
  const response = await database.service.app.request(`/api/v1/matinee/webhooks/${product}/${key}`, {
    method: 'POST',
    headers: { 'content-type': type },
    body: Buffer.from(body, 'latin1'),
  });
  const answer = (await response.json()) as { data?: { reason?: string } };
  return response.status === 200 ? answer.data?.reason : String(response.status);
}

async function newest(): Promise<string | undefined> {
  const [row] = await database.service.store.sessions.watched(database.service.owner.id, { limit: 1 });
  return row?.media.replace('episode:', '');
}
