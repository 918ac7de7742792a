import { beforeEach, describe, expect, test } from 'vitest';
import type { WorkRecord } from '../support/film-database/titles';
import { waitFor } from '../support/wait-for';
import { filmRecord, seriesRecord, useFilmDatabase } from './catalogue/with-film-database';
import { blanks } from './blanks';
import { store, upload } from './import-file';

// What media servers play and nobody is sure about waits on the page /check, is chosen once, and undone.

const NAMES = ['Sakura', 'Harbor', 'Lantern', 'Meteor', 'Orchid', 'Pebble', 'Quartz', 'Raven'];

/** One season of 24 in the film database; two of 12 at TheTVDB, by which servers count. */
const countedOn: WorkRecord = {
  ...seriesRecord(240_411, 'Counted On', [24]),
  episodes: [
    ...NAMES.map((en, index) => ({ season_number: 1, episode_number: 13 + index, names: { en } })),
    ...[23, 24].map((number) => ({ season_number: 1, episode_number: number, names: { en: 'Twin' } })),
  ],
};
const twice = [1999, 2012].map((year, index) => filmRecord(71 + index, 'Twice Told', year));
const database = useFilmDatabase({ data: { works: [countedOn, ...twice], decoys: [] } });

let cookie: string;
let key: string;
beforeEach(async () => {
  cookie = await database.service.signedIn();
  key = await database.service.store.keys.create(database.service.owner.id, 'sk', 'TV', {
    scope: 'scrobble',
  });
});

const send = async (fields: object) => {
  const path = `/matinee/webhooks/jellyfin/${key}`;
  return (await database.service.call('POST', path, { key: undefined, body: fields })).body.data;
};
const episode = (season: number, number: number, name?: string, event: object = ended) =>
  send({
    ItemType: 'Episode',
    SeriesName: 'Counted On',
    SeasonNumber: season,
    EpisodeNumber: number,
    RunTimeTicks: 45 * 60e7,
    ...(name === undefined ? {} : { Name: name }),
    ...event,
  });
const ended = { NotificationType: 'PlaybackStop', PlayedToCompletion: true };
const stored = { stored: true };
const held = { stored: false, reason: 'held' };

const page = async (path: string) =>
  (await database.service.app.request(path, { headers: { cookie } })).text();
const watched = async () =>
  (await database.service.history()).map(({ media, watchedAt }) =>
    [media['tmdbId'] ?? media['tvShowId'], media['seasonNumber'], media['episodeNumber'], watchedAt].join(
      ' ',
    ),
  );
const placesOf = async () =>
  (await watched()).map((line) => line.split(' ').slice(1, 3).join(':')).toSorted();

/** Opens what waits first, and chooses. Returns the address to which that leads. */
async function choose(fields: Record<string, string>): Promise<string> {
  const path = /href="(\/check\/[0-9a-v]+)"/.exec(await page('/check'))?.[1] ?? '';
  const answer = await database.service.post(path, fields, { cookie });
  expect(answer.status).toBe(303);
  return answer.headers.get('location') ?? '';
}
const undo = (location: string) => {
  const token = new URL(location, 'http://localhost').searchParams.get('undo') ?? '';
  return database.service.post('/title/undo', { undo: token, back: '/check' }, { cookie });
};
const AT_16 = 'episode:240411:1:16';

describe('a series that its server counts in two seasons and the film database in one', () => {
  test('waits, is chosen once, and the rest of the season is recorded without asking', async () => {
    expect(await episode(2, 4)).toEqual(held);
    database.service.wait(3600);
    expect(await episode(2, 5)).toEqual(held);
    expect(await watched()).toEqual([]);
    expect(await page('/history')).toContain('1 title needs your choice.');
    const html = await page('/check');
    expect(html).toContain('Counted On</bdi> · <bdi>S2 E4');
    expect(html).toContain('2 entries');
    await choose({ work: AT_16, scope: 'season' });
    expect(await placesOf()).toEqual(['1:16', '1:17']);
    // They keep the time at which they were played.
    expect(await watched()).toContain('240411 1 16 2026-01-15T20:00:00.000Z');
    expect(await episode(2, 6)).toEqual(stored);
    expect(await placesOf()).toEqual(['1:16', '1:17', '1:18']);
    // Its first season is counted alike, and S2 E13 is an episode that nobody has.
    expect(await episode(1, 4)).toEqual(stored);
    expect(await episode(2, 13)).toEqual(held);
  });

  test('a name tells the episode, also against what was chosen', async () => {
    expect(await episode(2, 1, 'Sakura')).toEqual(stored);
    expect(await episode(2, 4)).toEqual(held);
    await choose({ work: AT_16, scope: 'season' });
    // The server has the two episodes the other way round.
    expect(await episode(2, 2, 'Lantern')).toEqual(stored);
    expect(await episode(2, 3, 'Harbor')).toEqual(stored);
    expect(await episode(2, 4, 'Meteor')).toEqual(stored);
    expect(await placesOf()).toEqual(['1:13', '1:14', '1:15', '1:16']);
  });

  test('a name that only one episode bears goes before the number, and one of two does not', async () => {
    expect(await episode(1, 4, 'Sakura')).toEqual(stored);
    expect(await placesOf()).toEqual(['1:13']);
    expect(await episode(1, 5, 'Twin')).toEqual(held);
  });

  test('only this one', async () => {
    await episode(2, 4);
    await episode(2, 5);
    await choose({ work: AT_16, scope: 'one' });
    expect(await placesOf()).toEqual(['1:16']);
    expect(await episode(2, 5)).toEqual(held);
    database.service.wait(13 * 3600);
    expect(await episode(2, 4)).toEqual(stored);
    expect(await placesOf()).toEqual(['1:16', '1:16']);
  });

  test('a second play of what waits is a second viewing', async () => {
    await episode(2, 4);
    await episode(2, 4);
    database.service.wait(13 * 3600);
    await episode(2, 4);
    await choose({ work: AT_16, scope: 'season' });
    expect(await placesOf()).toEqual(['1:16', '1:16']);
  });

  test('what was left in the middle goes on there', async () => {
    await episode(2, 4, undefined, {
      NotificationType: 'PlaybackProgress',
      PlaybackPositionTicks: 20 * 60e7,
    });
    await choose({ work: AT_16, scope: 'season' });
    expect(await watched()).toEqual([]);
    expect(await database.service.progress()).toMatchObject([{ progress: 1200, duration: 2700 }]);
  });
});

test('Undo takes out what a choice has recorded, and it waits again', async () => {
  await episode(2, 4);
  await episode(2, 5, undefined, { NotificationType: 'PlaybackProgress', PlaybackPositionTicks: 9 * 60e7 });
  const before = await page('/check');
  const location = await choose({ work: AT_16, scope: 'season' });
  expect(await page(location)).toContain('1 viewing added.');
  expect(await page('/check')).toContain('Counted On</bdi> · <bdi>Season 2');
  await undo(location);
  expect(await watched()).toEqual([]);
  expect(await database.service.progress()).toEqual([]);
  expect(await page('/check')).toBe(before);
  expect(await episode(2, 6)).toEqual(held);
  // And chosen again, it is there again.
  await choose({ work: AT_16, scope: 'season' });
  expect(await placesOf()).toEqual(['1:16', '1:18']);
});

test('Undo of a second choice for a season undoes both', async () => {
  await episode(2, 4);
  await choose({ work: AT_16, scope: 'season' });
  expect(await episode(2, 13)).toEqual(held);
  const before = await page('/check');
  const location = await choose({ work: 'episode:240411:1:24', scope: 'season' });
  expect(await placesOf()).toEqual(['1:16', '1:24']);
  await undo(location);
  expect(await placesOf()).toEqual([]);
  expect(await page('/check')).not.toBe(before);
  expect(await page('/check')).toContain('2 entries');
});

test('what waits is removed together, and comes back', async () => {
  await episode(2, 4);
  await send({ ItemType: 'Movie', Name: 'Birthday of Grandma', RunTimeTicks: 95 * 60e7, ...ended });
  const before = await page('/check');
  const remove = () => database.service.post('/check/remove', {}, { cookie });
  const location = (await remove()).headers.get('location') ?? '';
  expect(await page(location)).toContain('2 viewings removed.');
  expect(await page('/check')).toContain('Nothing to check.');
  await undo(location);
  expect(await page('/check')).toBe(before);
  // Once more, and then for good.
  const first = (await remove()).headers.get('location') ?? '';
  await episode(2, 5);
  await remove();
  await undo(first);
  expect(await page('/check')).toContain('Nothing to check.');
});

test('a full list says so, and a choice makes room', async () => {
  const { store, owner } = database.service;
  const at = {
    title: '{"type":"movie","title":"Full"}',
    reason: 'unknown',
    season: -1,
    episode: -1,
  } as const;
  const update = { position: { progress: 5000, duration: 5000 }, isEnd: true, isBegun: false };
  for (let n = 0; n < 2000; n++)
    await store.heldTitles.hold(owner.id, { ...at, work: `m/${String(n)}` }, update);
  expect(await page('/check')).toContain('This list is full.');
  expect(await episode(2, 4)).toEqual({ stored: false, reason: 'unknown' });
  await choose({ none: '1' });
  expect(await page('/check')).not.toContain('This list is full.');
  expect(await episode(2, 4)).toEqual(held);
});

test('a film or episode of which only its own id is known is no number', async () => {
  await episode(2, 4);
  const location = await choose({ work: 'episode:5', scope: 'season' });
  expect(blanks(await page(location))).toEqual([]);
  expect((await database.service.history()).map(({ media }) => JSON.stringify(media)).join()).not.toContain(
    'null',
  );
});

describe('what was rated on Plex and nobody is sure about', () => {
  const rate = async (rating: number, item: object = { type: 'movie', title: 'Twice Told' }) => {
    const body = { event: 'media.rate', user: true, rating, Metadata: item };
    const path = `/matinee/webhooks/plex/${key}`;
    return (await database.service.call('POST', path, { key: undefined, body })).body.data;
  };
  const atPlace = (number: number) => ({
    type: 'episode',
    grandparentTitle: 'Counted On',
    parentIndex: 2,
    index: number,
  });
  const ratings = async () => {
    const { store, owner } = database.service;
    const all = await store.ratings.list(owner.id, { limit: 9, offset: 0, media: undefined });
    return all.map(({ media, rating, ratedAt }) => ({ media, rating, ratedAt }));
  };
  const played = { ItemType: 'Movie', Name: 'Twice Told', RunTimeTicks: 95 * 60e7, ...ended };

  const show = { type: 'show', title: 'Counted On' };
  const withId = { ...show, Guid: [{ id: 'tmdb://240411' }] };
  const graded = async () => {
    const { store, owner } = database.service;
    const all = await store.ratings.grades(owner.id, { type: 'all', limit: 9, offset: 0 });
    return all.map(({ media }) => media);
  };

  test('a series that is not to be recorded is not rated either, also by its id', async () => {
    await episode(1, 1, 'Twin');
    await choose({ none: '1', scope: 'season' });
    for (const item of [show, withId]) expect(await rate(8, item)).toEqual({ stored: false, reason: 'left' });
    expect(await graded()).toEqual([]);
  });

  test('a series or season whose first episode is a film, or of another season, is not rated', async () => {
    const season = { type: 'season', parentTitle: 'Counted On', index: 2 };
    await episode(2, 1);
    await choose({ work: 'episode:240411:1:13', scope: 'season' });
    expect(await rate(8, season)).toEqual({ stored: false, reason: 'unknown' });
    await episode(1, 1, 'Twin');
    await choose({ work: 'movie:71' });
    expect(await rate(8, show)).toEqual({ stored: false, reason: 'unknown' });
    expect(await graded()).toEqual([]);
    // A choice for another work of the same name says nothing about the series that is stated.
    expect(await rate(8, withId)).toEqual({ stored: true });
    expect(await graded()).toEqual(['show:240411']);
  });

  test('waits with what was played, counts with the choice, and Undo takes it back', async () => {
    expect(await send(played)).toEqual(held);
    const { now } = database.service.clock;
    expect(await rate(8.5)).toEqual(held);
    database.service.wait(3600);
    const before = await page('/check');
    expect(before).toContain('Your rating: 8.5 of 10');
    expect(before).not.toContain('2 entries');
    const location = await choose({ work: 'movie:71' });
    expect(await page(location)).toContain('1 viewing added.');
    expect(await ratings()).toEqual([{ media: 'movie:71', rating: 8.5, ratedAt: now }]);
    await undo(location);
    expect([await ratings(), await watched()]).toEqual([[], []]);
    expect(await page('/check')).toBe(before);
  });

  test('waits alone; what is played later is its viewing', async () => {
    expect(await rate(7)).toEqual(held);
    database.service.wait(3600);
    expect(await send(played)).toEqual(held);
    const at = new Date(database.service.clock.now).toISOString();
    expect(await page('/check')).not.toContain('2 entries');
    await choose({ work: 'movie:71' });
    expect(await ratings()).toMatchObject([{ media: 'movie:71', rating: 7 }]);
    expect((await watched()).map((line) => line.split(' ').at(-1))).toEqual([at]);
  });

  test('without a viewing nothing but the rating is added', async () => {
    await rate(9);
    const location = await choose({ work: 'movie:72' });
    expect(await page(location)).toContain('1 rating added.');
    expect([await watched(), await database.service.progress()]).toEqual([[], []]);
    expect(await ratings()).toMatchObject([{ media: 'movie:72', rating: 9 }]);
    await undo(location);
    expect(await page('/check')).toContain('Your rating: 9 of 10');
    expect(await ratings()).toEqual([]);
  });

  test('the last one counts, and one that is taken away is gone', async () => {
    await rate(9);
    await rate(4);
    expect(await page('/check')).toContain('Your rating: 4 of 10');
    expect(await rate(0)).toEqual(held);
    expect(await page('/check')).toContain('Nothing to check.');
    expect(await rate(0)).toEqual({ stored: false, reason: 'unknown' });
    await send(played);
    await rate(9);
    await rate(0);
    await choose({ work: 'movie:71' });
    expect([(await watched()).length, await ratings()]).toEqual([1, []]);
  });

  test('each episode of a season has its own', async () => {
    for (const number of [4, 5, 6]) expect(await rate(number, atPlace(number))).toEqual(held);
    expect(await page('/check')).toContain('3 entries');
    await choose({ work: AT_16, scope: 'season' });
    const rated = (await ratings()).map(({ media, rating }) => `${media} ${String(rating)}`);
    expect(rated.toSorted()).toEqual([
      'episode:240411:1:16 4',
      'episode:240411:1:17 5',
      'episode:240411:1:18 6',
    ]);
  });

  test('the rating from before comes back with Undo, and a later one stays', async () => {
    const { store, owner, clock } = database.service;
    const ids = { type: 'movie', tmdbId: 71 } as const;
    await store.ratings.grade(owner.id, {
      media: 'movie:71',
      rating: 3,
      review: 'Long.',
      ratedAt: clock.now,
    });
    const before = await ratings();
    database.service.wait(60);
    await rate(8);
    const location = await choose({ work: 'movie:71' });
    expect(await ratings()).toMatchObject([{ rating: 8 }]);
    await undo(location);
    expect(await ratings()).toEqual(before);
    expect(await store.ratings.reviewOf(owner.id, 'movie:71')).toBe('Long.');
    database.service.wait(60);
    await store.ratings.set(owner.id, ids, 5, clock.now);
    const again = await choose({ work: 'movie:71' });
    expect(await ratings()).toMatchObject([{ rating: 5 }]);
    await undo(again);
    expect(await ratings()).toMatchObject([{ rating: 5 }]);
  });
});

describe('Undo of what was rated', () => {
  const rate = (rating: number, item: object) =>
    database.service.call('POST', `/matinee/webhooks/plex/${key}`, {
      key: undefined,
      body: { event: 'media.rate', user: true, rating, Metadata: item },
    });
  const ratings = async () => {
    const { store, owner } = database.service;
    const all = await store.ratings.list(owner.id, { limit: 9, offset: 0, media: undefined });
    return all.map(({ media, rating }) => `${media} ${String(rating)}`);
  };

  test('as two episodes that are one leaves what was before both', async () => {
    const { store, owner, clock } = database.service;
    const place = { seasonNumber: 1, episodeNumber: 16 };
    await store.ratings.set(owner.id, { type: 'episode', tmdbId: 240_411, ...place }, 3, clock.now);
    database.service.wait(60);
    await rate(4, { type: 'episode', grandparentTitle: 'Counted On', parentIndex: 2, index: 4 });
    database.service.wait(60);
    // While the film database was away, a name that tells the episode did not.
    const [first] = await store.heldTitles.list(owner.id);
    if (first === undefined) throw new Error('nothing waits');
    const title = { ...(JSON.parse(first.title) as object), episodeNumber: 5, episodeTitle: 'Meteor' };
    await store.heldRatings.hold(owner.id, { ...first, episode: 5, title: JSON.stringify(title) }, 10);
    const location = await choose({ work: AT_16, scope: 'season' });
    expect(await ratings()).toEqual(['episode:240411:1:16 5']);
    await undo(location);
    expect(await ratings()).toEqual(['episode:240411:1:16 3']);
  });

  test('leaves nothing of an import that was undone meanwhile', async () => {
    const { service } = database;
    const file = 'title,year,tmdbId,imdbId,userRating\nTwice Told,1999,71,,3\n';
    const { id } = await upload(service, file, 'ratings.csv');
    await store(service, id);
    expect(await ratings()).toEqual(['movie:71 3']);
    service.wait(60);
    await rate(8, { type: 'movie', title: 'Twice Told' });
    const location = await choose({ work: 'movie:71' });
    await service.call('DELETE', `/matinee/imports/${String(id)}`);
    await waitFor('the import to be gone', async () => {
      const { status } = await service.call('GET', `/matinee/imports/${String(id)}`);
      return status === 404 || undefined;
    });
    expect(await ratings()).toEqual(['movie:71 8']);
    await undo(location);
    expect(await ratings()).toEqual([]);
  });
});

describe('two films of one name', () => {
  const film = (more: object = {}) =>
    send({ ItemType: 'Movie', Name: 'Twice Told', RunTimeTicks: 95 * 60e7, ...ended, ...more });

  test('the one of the year is recorded; without a year the person chooses', async () => {
    expect(await film({ Year: 2012 })).toEqual(stored);
    expect(await film()).toEqual(held);
    const path = /href="(\/check\/[0-9a-v]+)"/.exec(await page('/check'))?.[1] ?? '';
    const html = await page(path);
    expect(html).toContain('It could be one of several titles.');
    expect(html).toContain('value="movie:71"');
    expect(html).not.toContain('checked');
    await choose({ work: 'movie:71' });
    const films = (await watched()).map((line) => line.split(' ')[0] ?? '');
    expect(new Set(films)).toEqual(new Set(['71', '72']));
  });

  test('never recorded, until that is taken back', async () => {
    const home = { Name: 'Birthday of Grandma' };
    expect(await film(home)).toEqual(held);
    const location = await choose({ none: '1' });
    expect(await page('/check')).toContain('Not recorded.');
    expect(await film(home)).toEqual({ stored: false, reason: 'left' });
    await undo(location);
    expect(await page('/check')).toContain('No matching title was found.');
    expect(await film(home)).toEqual(held);
  });

  test('nothing is chosen by a form without a title, or by another person', async () => {
    await film();
    expect(await choose({})).toContain('done=choose_title');
    const path = /href="(\/check\/[0-9a-v]+)"/.exec(await page('/check'))?.[1] ?? '';
    const ben = await database.service.store.users.add('ben', 'correct horse battery', 'member');
    const theirs = { cookie: await database.service.signedIn(ben?.id) };
    expect((await database.service.post(path, { work: 'movie:71' }, theirs)).status).toBe(404);
    expect(await watched()).toEqual([]);
  });
});
