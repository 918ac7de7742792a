import { afterEach, expect, test } from 'vitest';
import { createCommands } from '../../src/background/commands';
import { startWorker, type WorkerUnderTest } from './support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const settings = () =>
  JSON.parse(worker.memory.local.values.get('settings') ?? '{}') as Readonly<Record<string, unknown>>;

test('a pause by key and a change of settings at the same time are both kept', async () => {
  worker = await startWorker();
  const run = createCommands(Promise.resolve(worker.context), worker.handlers);
  await Promise.all([
    worker.handlers['settings.set']({ interval: 600 }, { private: false }),
    run('pause', undefined),
    worker.handlers['settings.set']({ films: false }, { private: false }),
  ]);
  const pausedUntil = worker.service.clock.now + 3_600_000;
  expect(settings()).toMatchObject({ interval: 600, films: false, pausedUntil });
  await run('resume', undefined);
  expect(settings()).toMatchObject({ interval: 600, films: false, pausedUntil: 0 });
});

test('a key turns the site of a tab off and on, and does nothing on a page without a site', async () => {
  worker = await startWorker();
  worker.memory.tabs.set(1, { id: 1, windowId: 1, url: 'https://www.netflix.com/watch/1', incognito: false });
  worker.memory.tabs.set(2, { id: 2, windowId: 1, url: 'https://nobody-knows.example/', incognito: false });
  const run = createCommands(Promise.resolve(worker.context), worker.handlers);
  const sites = () => JSON.parse(worker.memory.local.values.get('sites') ?? '{}') as unknown;
  await run('pause-here', 1);
  expect(sites()).toEqual({ netflix: { enabled: false } });
  expect(worker.memory.icons.get(1)).toContain('off');
  await run('pause-here', 2);
  await run('pause-here', 1);
  expect(sites()).toEqual({ netflix: { enabled: true } });
});

test('the record key without a player, and an unknown command, change nothing', async () => {
  worker = await startWorker();
  const run = createCommands(Promise.resolve(worker.context), worker.handlers);
  await run('scrobble-now', 1);
  await run('no-such-command', 1);
  expect(await worker.entries()).toEqual([]);
});
