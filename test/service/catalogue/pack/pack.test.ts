import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import knownWorks from '../../../../scripts/catalogue/known-works.json' with { type: 'json' };
import { readTitles } from '../../../support/film-database/titles';
import { joinFacts, knownFacts, toFacts } from '../../../support/free-sources/to-facts';
import type { OpenFacts } from '../../../support/free-sources/open-facts';
import { useFreeSources } from '../with-free-sources';

const { works } = readTitles();
const facts: readonly OpenFacts[] = [
  ...joinFacts([...works.map(toFacts), ...knownFacts]),
  {
    wikidataId: 'Q77',
    kind: 'tv',
    tmdbId: 9001,
    tvdbId: 9002,
    tvmazeId: 9003,
    labels: { en: 'The Long Winter', de: 'Der lange Winter', ja: '長い冬' },
    year: 2020,
    sitelinks: 90,
    seasons: { 1: ['Snow', 'Ice'], 2: 3 },
    claims: { P1874: '81000001' },
  },
  // Nobody knows it: the pack leaves it out.
  { wikidataId: 'Q78', kind: 'movie', tmdbId: 9004, labels: { en: 'Obscure' }, year: 1999, sitelinks: 2 },
];
/** Every one but the last. */
const packLimits = {
  movie: facts.filter(({ kind }) => kind === 'movie').length - 1,
  tv: facts.filter(({ kind }) => kind === 'tv').length,
};
const tracker = useFreeSources(facts, { packLimits });

const found = async (body: object) => {
  const { status, body: answer } = await tracker.resolve(body);
  return status === 200 ? answer.data : status;
};
const winter = (fields: object) => ({ type: 'episode', seasonNumber: 1, episodeNumber: 2, ...fields });
const knownFilm = knownWorks.find(({ kind }) => kind === 'movie')?.tmdbId;
const requests = () => tracker.sources.log.wikidata.length + tracker.sources.log.tvmaze.length;

async function countRight(language: string) {
  let right = 0;
  for (const work of knownWorks) {
    const { title, year, tmdbId } = work;
    const body =
      work.kind === 'movie'
        ? { type: 'movie', title, year, language }
        : { type: 'episode', seriesTitle: title, seasonNumber: 1, episodeNumber: 1, language };
    const answer = await found(body);
    if (typeof answer === 'object' && answer['tmdbId'] === tmdbId) right += 1;
  }
  return right;
}

it('answers from the pack while no source can be reached', { timeout: 300_000 }, async () => {
  expect(await tracker.pack.update()).toBe('complete');
  expect(tracker.pack.state()).toMatchObject({
    isUpdating: false,
    isUnfinished: false,
    counts: { films: packLimits.movie, series: packLimits.tv, asked: packLimits.tv },
  });
  tracker.cut();
  expect(await countRight('en')).toBeGreaterThanOrEqual(48);
  const answer = { tmdbId: 9001, seasonNumber: 1, episodeNumber: 2, episodeTitle: 'Ice' };
  expect(await found(winter({ tvShowId: 9001 }))).toMatchObject(answer);
  expect(await found(winter({ tvdbId: 9002 }))).toMatchObject(answer);
  expect(await found(winter({ siteIds: { netflix: '81000001' } }))).toMatchObject({
    ...answer,
    matchedBy: 'siteId',
  });
  expect(await found(winter({ seriesTitle: 'der lange winter' }))).toMatchObject(answer);
  expect(await found(winter({ seriesTitle: '長い冬' }))).toMatchObject(answer);
  // What it does not have was not looked for, so nobody may remember that it does not exist.
  expect(await found({ type: 'movie', title: 'Obscure' })).toBe(502);
});

it('asks nobody for what it knows by its id', { timeout: 300_000 }, async () => {
  await tracker.pack.update();
  const before = requests();
  await found(winter({ tvShowId: 9001 }));
  await found(winter({ siteIds: { netflix: '81000001' } }));
  await found({ type: 'movie', tmdbId: knownFilm });
  expect(requests()).toBe(before);
});

it('asks on the network for an episode that is newer than it', { timeout: 300_000 }, async () => {
  await tracker.pack.update();
  tracker.sources.learn(
    facts.map((one) => (one.tmdbId === 9001 ? { ...one, seasons: { 1: 2, 2: 4 } } : one)),
  );
  expect(await found(winter({ tvShowId: 9001, seasonNumber: 2, episodeNumber: 4 }))).toMatchObject({
    seasonNumber: 2,
    episodeNumber: 4,
  });
});

it('goes on where it was stopped, and asks for nothing twice', { timeout: 300_000 }, async () => {
  const asked = () => tracker.sources.log.wikidata.filter((path) => path.includes('wbgetentities'));
  tracker.sources.faults.wikidata = () => {
    if (asked().length === 3) tracker.pack.stop();
    return false;
  };
  expect(await tracker.pack.update()).toBe('stopped');
  const { counts } = tracker.pack.state();
  expect(counts?.fetched).toBeLessThan(counts?.wanted ?? 0);
  expect(counts?.fetched).toBeGreaterThan(0);
  delete tracker.sources.faults.wikidata;
  expect(await tracker.pack.update()).toBe('complete');
  const ids = asked().flatMap((path) =>
    (new URLSearchParams(path.split('?')[1]).get('ids') ?? '').split('|'),
  );
  expect(new Set(ids).size).toBe(packLimits.movie + packLimits.tv);
  expect(ids).toHaveLength(packLimits.movie + packLimits.tv);
  expect(tracker.sources.log.query.length).toBeGreaterThan(0);
});

it('goes on by itself after its process has ended', { timeout: 300_000 }, async () => {
  tracker.sources.faults.wikidata = () => {
    if (tracker.sources.log.wikidata.length === 2) void tracker.pack.close();
    return false;
  };
  expect(await tracker.pack.update()).toBe('stopped');
  delete tracker.sources.faults.wikidata;
  expect(tracker.pack.state()).toMatchObject({ isUnfinished: true, isUpdating: false });
  expect(await tracker.pack.updateWhenDue()).toBe('complete');
  expect(await tracker.pack.updateWhenDue()).toBeUndefined();
});

it('fetches a month later only what has changed', { timeout: 300_000 }, async () => {
  await tracker.pack.update();
  const modified = new Date(tracker.service.clock.now + 86_400_000).toISOString().replace('.000', '');
  tracker.sources.learn(
    facts.map((one) =>
      one.tmdbId === 9001 ? { ...one, modified, labels: { en: 'Ten Years of Sun' }, seasons: { 1: 4 } } : one,
    ),
  );
  const before = { wikidata: tracker.sources.log.wikidata.length, tvmaze: tracker.sources.log.tvmaze.length };
  expect(await tracker.pack.updateWhenDue()).toBeUndefined();
  tracker.service.wait(31 * 86_400);
  expect(await tracker.pack.updateWhenDue()).toBe('complete');
  expect(tracker.sources.log.wikidata.length - before.wikidata).toBe(1);
  // The list of changes, and the one series.
  expect(tracker.sources.log.tvmaze.length - before.tvmaze).toBe(2);
  tracker.cut();
  const fourth = winter({ seriesTitle: 'Ten Years of Sun', episodeNumber: 4 });
  expect(await found(fourth)).toMatchObject({ tmdbId: 9001, episodeNumber: 4 });
  expect(await found(winter({ seriesTitle: 'Der lange Winter' }))).toBe(502);
});

it('is never filled by two at once', { timeout: 300_000 }, async () => {
  const other = tracker.pack.update();
  const { createPack } = await import('../../../../src/service/catalogue/pack/create-pack');
  const never = () => Promise.reject(new Error('asked'));
  const second = createPack({
    path: tracker.packPath,
    now: () => tracker.service.clock.now,
    query: { listed: never, state: () => ({ requests: 0, failures: 0 }) },
    wikidata: { byIds: never },
    tvmaze: { byId: never, byImdbId: never, byTvdbId: never, changes: never },
  });
  expect(await second.update()).toBe('busy');
  await second.close();
  expect(await other).toBe('complete');
});

it('waits for a source that is down, and says what is wrong', { timeout: 300_000 }, async () => {
  let failures = 0;
  tracker.sources.faults.tvmaze = (response) => {
    failures += 1;
    if (failures > 4) return false;
    response.writeHead(failures === 1 ? 429 : 500, { 'retry-after': '3' }).end();
    return true;
  };
  expect(await tracker.pack.update()).toBe('complete');
  expect(tracker.pack.state().problem).toBeUndefined();
  expect(tracker.pack.state().counts).toMatchObject({ asked: packLimits.tv });
});

it(
  'gives up in time where a source answers rubbish, and keeps what it has',
  { timeout: 300_000 },
  async () => {
    tracker.sources.faults.wikidata = (response) => {
      response.writeHead(200, { 'content-type': 'application/json' }).end('{"entities":{},"success":1}');
      return true;
    };
    expect(await tracker.pack.update()).toBe('failed');
    expect(tracker.pack.state()).toMatchObject({
      problem: 'Wikidata answers without works',
      isUnfinished: true,
      counts: { fetched: 0, films: 0 },
    });
  },
);

it('is as none where its file is damaged, and is made anew', { timeout: 300_000 }, async () => {
  await tracker.pack.update();
  await tracker.pack.close();
  const bytes = readFileSync(tracker.packPath);
  for (let at = 4096; at < bytes.length; at += 1) bytes[at] = (at * 31) % 251;
  for (const end of ['-wal', '-shm']) rmSync(tracker.packPath + end, { force: true });
  writeFileSync(tracker.packPath, bytes);
  expect(await found(winter({ tvShowId: 9001 }))).toMatchObject({ tmdbId: 9001 });
  expect(tracker.pack.state().problem).toBe('The file of the pack is damaged');
  expect(await tracker.pack.update()).toBe('complete');
  tracker.cut();
  expect(await found(winter({ tvShowId: 9001, seasonNumber: 2, episodeNumber: 1 }))).toMatchObject({
    tmdbId: 9001,
  });
});
