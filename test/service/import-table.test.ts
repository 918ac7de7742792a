import { beforeEach, describe, expect, test } from 'vitest';
import { waitFor } from '../support/wait-for';
import { useFilmDatabase } from './catalogue/with-film-database';
import { store as storeImport, waitForState } from './import-file';
import { FILM_DIARIES } from './library/imports/film-diaries';
import {
  answerTvdb,
  placeOf,
  works,
  type ImportFile,
  type Precision,
  type Seen,
} from './library/imports/history';
import { SELF_HOSTED } from './library/imports/self-hosted';
import { SERVICES } from './library/imports/services';
import { TRACKERS } from './library/imports/trackers';
import { TV_TIME } from './library/imports/tv-time';

// Every form that is read, written for one person's history after the forms that the products and the tests of
// public importers show: how many viewings are right by themselves, how many wait for the person, and how many
// are wrong.

const FILES: readonly ImportFile[] = [...FILM_DIARIES, ...TRACKERS, ...TV_TIME, ...SERVICES, ...SELF_HOSTED];

const database = useFilmDatabase({ data: { works, decoys: [] } });
beforeEach(async () => {
  database.database.fault.intercept = answerTvdb;
  const { call } = database.service;
  // What the person has already, some of it of the same works.
  const body = { type: 'movie', tmdbId: 45_746, duration: 900, watchedAt: '2020-02-02T20:00:00Z' };
  await call('PUT', '/matinee/history/own-viewing', { body });
  await call('PUT', '/matinee/ratings', { body: { type: 'movie', tmdbId: 10_378, rating: 3 } });
  await database.service.scrobble({ type: 'movie', progress: 30, duration: 100, tmdbId: 346_364 });
});

interface Counted {
  readonly viewings: number;
  readonly right: number;
  readonly held: number;
  readonly wrong: readonly string[];
  readonly lost: readonly string[];
}

const rows: string[] = [];

const all: Counted[] = [];

// The last test adds up what the others have counted.
describe('the forms', { shuffle: false }, () => {
  test.each(FILES)('$product: $form', async (file) => {
    const before = await everything();
    const { id, ...preview } = await upload(file);
    expect(preview).toMatchObject({ source: file.product });
    await storeImport(database.service, id);
    const counted = await count(file, Number(preview['unclear']));
    const { viewings, right, held, wrong } = counted;
    rows.push([file.product, file.form, viewings, right, held, wrong.length].join(' | '));
    all.push(counted);
    expect({ wrong: counted.wrong, lost: counted.lost }).toEqual({ wrong: [], lost: [] });
    expect((await database.service.call('DELETE', `/matinee/imports/${String(id)}`)).status).toBe(204);
    await waitFor('the import to be undone', async () =>
      (await database.service.call('GET', `/matinee/imports/${String(id)}`)).status === 404
        ? true
        : undefined,
    );
    expect(await everything()).toBe(before);
    expect(await database.service.store.check()).toEqual([]);
  });

  test('98 of 100 viewings are right by themselves, and none is wrong', () => {
    const sum = (of: (one: Counted) => number) => all.reduce((total, one) => total + of(one), 0);
    const viewings = sum((one) => one.viewings);
    const right = sum((one) => one.right);
    const wrong = sum((one) => one.wrong.length);
    rows.push(
      `${String(all.length)} files | ${String(viewings)} | ${String(right)} | ${String(wrong)} wrong`,
    );
    console.log(['product | form | viewings | right | held | wrong', ...rows].join('\n'));
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(right / viewings).toBeGreaterThanOrEqual(0.98);
    expect(wrong).toBe(0);
  });
});

async function upload({ name, content }: ImportFile) {
  const { service } = database;
  const answer = await service.app.request(`/api/v1/matinee/imports?name=${encodeURIComponent(name)}`, {
    method: 'POST',
    headers: { 'content-type': 'text/csv', 'x-api-key': service.sk },
    body: typeof content === 'string' ? content : Buffer.from(content),
  });
  const { data, message } = (await answer.json()) as { data?: { id: string }; message?: string };
  expect(answer.status, message).toBe(200);
  return waitForState(service, data?.id, 'preview');
}

/** What is stored about the person, to the byte, without the log of what was done. */
async function everything(): Promise<string> {
  const { app, sk } = database.service;
  const answer = await app.request('/api/v1/matinee/export', { headers: { 'x-api-key': sk } });
  const all = JSON.parse(await answer.text()) as Record<string, unknown>;
  for (const name of LOGS) delete all[name];
  return JSON.stringify(all);
}

/** When something has changed, an undo is a change too. */
const LOGS = ['imports', 'securityLog', 'changes'];

async function count({ seen }: ImportFile, unclear: number): Promise<Counted> {
  const expected = seen.map(([one, precision]) => lineOf(one, precision));
  const found = (await database.service.history())
    .filter(({ id }) => id !== 'own-viewing')
    .map(({ media, watchedAt, ...entry }) => {
      const { tmdbId, tvShowId, seasonNumber, episodeNumber } = media;
      const place = [tmdbId ?? tvShowId, seasonNumber, episodeNumber].flatMap((part) => part ?? []);
      const isUndated = 'isUndated' in entry || watchedAt === '1970-01-01T12:00:00.000Z';
      return `${place.map(String).join(':')} ${isUndated ? 'some time' : String(watchedAt)}`;
    });
  const wrong = without(found, expected);
  const missing = without(expected, found);
  const held = Math.min(missing.length, unclear);
  return {
    viewings: expected.length,
    right: expected.length - missing.length,
    held,
    wrong,
    lost: missing.slice(held),
  };
}

function lineOf(seen: Seen, precision: Precision): string {
  const times = {
    time: new Date(seen.at).toISOString(),
    day: `${seen.at.slice(0, 10)}T12:00:00.000Z`,
    some: 'some time',
  };
  return `${placeOf(seen)} ${times[precision]}`;
}

/** Each line as often as it is there. */
function without(lines: readonly string[], others: readonly string[]): string[] {
  const left = [...others];
  return lines.filter((line) => {
    const at = left.indexOf(line);
    if (at >= 0) left.splice(at, 1);
    return at < 0;
  });
}
