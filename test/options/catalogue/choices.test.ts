import 'fake-indexeddb/auto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { agree, goBack, trustKey, turnOn, useAgain } from '../../../src/options/catalogue/choices';
import { catalogueStore, emptyCatalogue } from '../../../src/options/catalogue/catalogue-state';
import { databaseArea } from '../../../src/platform/storage/own-area';
import { trackerConnectorsStore } from '../../../src/platform/storage/stores';

// What a person decides on Sites. Nobody is signed in, so that no tracker is asked again.

const used = { version: 2, sha256: 'b'.repeat(64), since: 1 };
const wider = { version: 3, sha256: 'c'.repeat(64), name: 'Example', why: 'wider' as const };
const heads = { example: { head: {} }, other: { head: {} } };

beforeEach(async () => {
  vi.stubGlobal('navigator', {
    locks: { request: async (_: string, work: () => Promise<unknown>) => work() },
  });
  await databaseArea.set({
    [catalogueStore.key]: {
      ...emptyCatalogue,
      tracker: 'https://tracker.example/api/v1',
      key: 'old key',
      offeredKey: 'new key',
      tag: '"7"',
      sequence: 7,
      sites: { example: { inForce: used }, other: { inForce: used, held: wider } },
    },
    [trackerConnectorsStore.key]: heads,
  });
});
afterEach(async () => {
  vi.unstubAllGlobals();
  await databaseArea.remove(Object.keys(await databaseArea.get(null)));
});

const stored = async () => ({
  catalogue: await catalogueStore.get(),
  connectors: Object.keys(
    Object((await databaseArea.get(trackerConnectorsStore.key))[trackerConnectorsStore.key]) as object,
  ),
});

test('going back takes the version out of use, and it can be used again', async () => {
  await goBack('example', 'Example');
  const { catalogue, connectors } = await stored();
  expect(catalogue.sites['example']).toEqual({ held: { ...used, name: 'Example', why: 'gone_back' } });
  expect(connectors).toEqual(['other']);
  await useAgain('example');
  expect((await stored()).catalogue.sites['example']).toEqual({});
});

test('who has seen what a version reaches agrees to that version alone', async () => {
  await agree('other');
  expect((await stored()).catalogue.sites['other']).toEqual({ inForce: used, agreed: wider.sha256 });
});

test('a new key counts its lists from one again, and the whole list is asked for', async () => {
  await trustKey();
  const { catalogue } = await stored();
  expect(catalogue).toMatchObject({ key: 'new key', sequence: 0 });
  expect(catalogue.offeredKey).toBeUndefined();
  expect(catalogue.tag).toBeUndefined();
});

test('turned off, every site has its packaged connector, and what was held is still known afterwards', async () => {
  const held = { ...wider, why: 'put_back' as const, detail: 'title0' };
  const { catalogue: before } = await stored();
  const sites = { ...before.sites, third: { held, inForce: used, agreed: used.sha256 } };
  await databaseArea.set({ [catalogueStore.key]: { ...before, sites } });
  await turnOn(false);
  const { catalogue, connectors } = await stored();
  expect(catalogue).toMatchObject({ off: true });
  expect(catalogue.sites).toEqual({
    example: {},
    other: { held: wider },
    third: { held, agreed: used.sha256 },
  });
  expect(connectors).toEqual([]);
  await turnOn(true);
  expect((await stored()).catalogue).toMatchObject({ off: false, sites: { third: { held } } });
});
