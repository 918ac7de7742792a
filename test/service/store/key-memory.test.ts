import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hashSecret } from '../../../src/service/secrets/secret';
import type { Database } from '../../../src/service/store/engine/database';
import { openPostgres } from '../../../src/service/store/engine/postgres';
import { openSqlite } from '../../../src/service/store/engine/sqlite';
import { createKeys } from '../../../src/service/store/keys';
import { waitFor } from '../../support/wait-for';
import { createTestSchema, isPostgres } from './open-test-store';
import { startTest, type ServiceUnderTest } from '../service-under-test';

// A key that was found is not looked up again until one has ended; what ends it counts at once.

let service: ServiceUnderTest;
let key: string;
beforeEach(async () => {
  service = await startTest();
  key = await service.store.keys.create(service.owner.id, 'sk', 'TV', { lifetimeMs: 60_000 });
  expect(await status()).toBe(200);
});
afterEach(() => service.close());

const status = async () => (await service.call('GET', '/matinee/progress', { key })).status;

test('revoked by its id', async () => {
  const own = (await service.store.keys.list(service.owner.id)).find(({ label }) => label === 'TV');
  await service.store.keys.revoke(service.owner.id, own?.id ?? '');
  expect(await status()).toBe(401);
});

test('revoked by the client', async () => {
  expect((await service.call('POST', '/auth/revoke', { key, body: {} })).status).toBe(200);
  expect(await status()).toBe(401);
});

test('expired', async () => {
  service.wait(59);
  expect(await status()).toBe(200);
  service.wait(1);
  expect(await status()).toBe(401);
});

test('with its account deleted', async () => {
  await service.store.deleteAccount(service.owner.id);
  expect(await status()).toBe(401);
});

test('revoked while it is looked up', async () => {
  const fresh = await service.store.keys.create(service.owner.id, 'sk', 'fresh');
  const answers = Promise.all([
    service.store.keys.find(fresh),
    service.store.keys.revokeHash(service.owner.id, hashSecret(fresh)),
  ]);
  await answers;
  expect(await service.store.keys.find(fresh)).toBeUndefined();
});

test('devices that are signed out', async () => {
  key = await service.store.keys.create(service.owner.id, 'mt', 'device');
  expect(await status()).toBe(200);
  await service.store.keys.revokeDevices(service.owner.id);
  expect(await status()).toBe(401);
});

describe('keys of many people', () => {
  const PEOPLE = 3_000;
  let db: Database;
  let reads = 0;
  const open = (own: Database) =>
    createKeys(
      {
        ...own,
        one: (sql, ...values) => {
          reads += 1;
          return own.one(sql, ...values);
        },
      },
      { now: Date.now, random: randomBytes, createId: () => `id${String((count += 1))}` },
    );
  let count = 0;
  let place = '';
  beforeEach(async () => {
    place = isPostgres ? await createTestSchema() : mkdtempSync(join(tmpdir(), 'matinee-keys-'));
    db = await openPlace();
  });
  afterEach(async () => {
    await db.close();
    if (!isPostgres) rmSync(place, { recursive: true, force: true });
  });
  const openPlace = async () => (isPostgres ? await openPostgres(place) : openSqlite(place));

  test('are looked up once, and one that another process ends is refused within seconds', async () => {
    const keys = open(db);
    const all: string[] = [];
    // Fewer at once than one transaction takes in.
    for (let from = 0; from < PEOPLE; from += 500)
      all.push(
        ...(await Promise.all(
          Array.from({ length: 500 }, (_, at) => keys.create(`person${String(from + at)}`, 'sk', 'TV')),
        )),
      );
    const findAll = async () => {
      const [before, began] = [reads, performance.now()];
      for (const one of all) expect(await keys.find(one)).toBeDefined();
      // Beside one look a second whether any has ended.
      return reads - before - Math.ceil((performance.now() - began) / 1000);
    };
    expect(await findAll()).toBeGreaterThan(PEOPLE * 0.9);
    expect(await findAll()).toBeLessThanOrEqual(1);
    const other = await openPlace();
    const [first = '', second = ''] = all;
    await open(other).revokeHash('person0', hashSecret(first));
    await waitFor('the key to be refused', async () => (await keys.find(first)) === undefined);
    expect(await keys.find(second)).toBeDefined();
    await other.close();
  });
});
