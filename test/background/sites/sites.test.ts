import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { createHandlers } from '../../../src/background/message-handlers';
import { HandlerError } from '../../../src/background/context/handler-error';
import { reachOpenTabs } from '../../../src/background/sites/register-scripts';
import { createMutex } from '../../../src/background/context/context';
import {
  BundledFileError,
  createFileReader,
  readBundledJson,
} from '../../../src/platform/files/bundled-file';
import { builtInDefinition } from '../../../src/platform/files/built-in-connectors';
import { CATALOGUE_FILE } from '../../../src/platform/files/catalogue-file';
import { withProof } from '../../../src/protocol/definition/check-imported';
import type { Definition } from '../../../src/protocol/definition/definition';
import { builtInDefinitions } from '../../../scripts/connector/files';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const page = { private: false };
const builtIn = (id: string) => {
  const {
    $schema: _schema,
    notes: _notes,
    sources: _sources,
    evidence: _evidence,
    verified,
    ...rest
  }: Definition = builtInDefinitions().find((one) => one.id === id) ?? own;
  return { ...rest, verified: { date: verified.date, how: '–' } };
};
const own = {
  version: 1,
  id: 'netflix',
  name: 'My Netflix',
  hosts: ['www.netflix.com'],
  pages: [{ kind: 'watch', match: { path: '^/watch/(?<id>\\d+)' }, item: { title: [{ text: 'h1' }] } }],
  verified: { date: null, how: 'never' },
} satisfies Definition;

test('a page of a built-in site gets the definition of its file, and no other opens a file', async () => {
  worker = await startWorker();
  const known = await openPage(worker);
  expect(known.hello).toEqual({
    kind: 'definition',
    siteId: 'netflix',
    definition: builtIn('netflix'),
  });
  worker.memory.filesRead.length = 0;
  const unknown = await openPage(worker, { tabId: 2, url: 'https://nobody-knows.example/watch/1' });
  expect(unknown.hello).toEqual({ kind: 'none' });
  await worker.handlers['sites.list']({}, page);
  await worker.view(1);
  await reachOpenTabs();
  expect(worker.memory.filesRead).toEqual([]);
});

test('the list of sites has every built-in one, with its hosts', async () => {
  worker = await startWorker();
  const sites = await worker.handlers['sites.list']({}, page);
  expect(sites.map(({ id }) => id).toSorted()).toEqual(
    builtInDefinitions()
      .map(({ id }) => id)
      .toSorted(),
  );
  for (const {
    id,
    name,
    homepage,
    hosts,
    frames = [],
    apiHosts = [],
    userHosts,
    regions = [],
  } of builtInDefinitions()) {
    const seen = sites.find((site) => site.id === id);
    expect(seen).toMatchObject({
      name,
      regions,
      userHosts: userHosts !== undefined,
      origin: 'built-in',
      state: { enabled: true },
    });
    expect(seen?.homepage).toBe(homepage);
    const asked = seen?.hosts
      .filter((pattern) => pattern.startsWith('https:'))
      .map((pattern) => pattern.slice('https://'.length, -'/*'.length));
    expect(asked?.toSorted(), id).toEqual(
      [...new Set([...hosts, ...frames.flatMap((frame) => frame.hosts), ...apiHosts])].toSorted(),
    );
  }
});

test('a definition of the user replaces the built-in one until it is removed', async () => {
  worker = await startWorker();
  await worker.handlers['connectors.save']({ definition: withProof(own) }, page);
  expect((await openPage(worker)).hello).toEqual({
    kind: 'definition',
    siteId: 'netflix',
    definition: own,
  });
  expect((await worker.handlers['sites.list']({}, page)).filter(({ id }) => id === 'netflix')).toMatchObject([
    { name: 'My Netflix', origin: 'mine' },
  ]);
  await worker.handlers['connectors.remove']({ id: 'netflix' }, page);
  expect((await openPage(worker)).hello).toMatchObject({ definition: builtIn('netflix') });
});

const taught = (id: string, kind: string): Definition => ({
  ...own,
  id,
  hosts: ['www.taught.example'],
  pages: [{ kind, match: { path: `^/${kind}/(?<id>\\d+)` }, item: { title: [{ text: 'h1' }] } }],
});
const kindsAt = async (url: string) => {
  const { hello } = await openPage(worker, { url });
  return (hello as { definition?: Definition }).definition?.pages.map(({ kind }) => kind);
};

test('of two connectors of the user for one host both are tried', async () => {
  worker = await startWorker({ granted: ['https://www.taught.example/*'] });
  for (const one of [taught('first', 'film'), taught('second', 'series')])
    await worker.handlers['connectors.save']({ definition: withProof(one) }, page);
  expect(await kindsAt('https://www.taught.example/series/1')).toEqual(['film', 'series']);
  await worker.handlers['connectors.remove']({ id: 'first' }, page);
  expect(await kindsAt('https://www.taught.example/series/1')).toEqual(['series']);
});

test('where the connector of the user has no page, the built-in one of the host is tried', async () => {
  worker = await startWorker();
  const extra = { ...taught('netflix-clips', 'clip'), hosts: own.hosts };
  await worker.handlers['connectors.save']({ definition: withProof(extra) }, page);
  const kinds = builtIn('netflix').pages.map(({ kind }) => kind);
  expect(await kindsAt('https://www.netflix.com/watch/1')).toEqual(['clip', ...kinds]);
  await worker.handlers['sites.set']({ siteId: 'netflix', enabled: false }, page);
  expect(await kindsAt('https://www.netflix.com/watch/2')).toEqual(['clip']);
});

test('of the file of all definitions only the wanted one is parsed', async () => {
  worker = await startWorker();
  const parse = vi.spyOn(JSON, 'parse');
  onTestFinished(() => parse.mockRestore());
  for (const id of builtInDefinitions().map((one) => one.id))
    expect(await builtInDefinition(id)).toBeDefined();
  const lengths = parse.mock.calls.map(([text]) => text.length);
  const all = JSON.stringify(builtInDefinitions()).length;
  expect(Math.max(...lengths)).toBeLessThan(all / 5);
  await expect(builtInDefinition('nobody')).rejects.toThrow(BundledFileError);
});

test('requests for a file of the package at the same time share one reading, and it is cached', async () => {
  worker = await startWorker();
  const read = createFileReader(readBundledJson);
  const [first, second] = await Promise.all([read(CATALOGUE_FILE), read(CATALOGUE_FILE)]);
  expect(first).toMatchObject({ hulu: { pages: builtIn('hulu').pages } });
  expect(await read(CATALOGUE_FILE)).toBe(second);
  expect(worker.memory.filesRead).toEqual([CATALOGUE_FILE]);
});

test('a file that cannot be read is an error that names it, and is tried again the next time', async () => {
  worker = await startWorker();
  const read = createFileReader(readBundledJson);
  worker.memory.brokenFiles.add(CATALOGUE_FILE);
  const failed = await read(CATALOGUE_FILE).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(BundledFileError);
  expect(failed).toMatchObject({
    code: 'packed-file',
    message: expect.stringContaining(CATALOGUE_FILE) as string,
  });
  worker.memory.brokenFiles.clear();
  expect(await read(CATALOGUE_FILE)).toMatchObject({ hulu: { pages: builtIn('hulu').pages } });
});

test('two choices made at the same time are both kept', async () => {
  worker = await startWorker();
  await Promise.all(
    ['netflix', 'hulu', 'arte'].map((siteId) =>
      worker.handlers['sites.set']({ siteId, enabled: false }, page),
    ),
  );
  expect(stored()['sites']).toEqual({
    netflix: { enabled: false },
    hulu: { enabled: false },
    arte: { enabled: false },
  });
});

test('data of a newer version is not changed by choices of sites, connectors or settings', async () => {
  worker = await startWorker();
  await worker.handlers['sites.set']({ siteId: 'netflix', enabled: false }, page);
  const before = stored();
  const refused = Promise.reject(new HandlerError('newer-data'));
  refused.catch(() => undefined);
  const none = {
    deliverSoon: () => undefined,
    revokeSoon: () => undefined,
    refreshSites: async () => undefined,
    refreshViews: async () => undefined,
    pageChanged: () => undefined,
  };
  const handlers = createHandlers({ ready: refused, jobs: none, runExclusive: createMutex() });
  const attempts = [
    handlers['sites.set']({ siteId: 'netflix', enabled: true }, page),
    handlers['connectors.save']({ definition: withProof(own) }, page),
    handlers['connectors.remove']({ id: 'netflix' }, page),
    handlers['settings.set']({ interval: 30 }, page),
  ];
  for (const attempt of attempts) await expect(attempt).rejects.toMatchObject({ code: 'newer-data' });
  expect(stored()).toEqual(before);
});

function stored(): Readonly<Record<string, unknown>> {
  return Object.fromEntries(
    [...worker.memory.local.values].map(([key, text]) => [key, JSON.parse(text) as unknown]),
  );
}
