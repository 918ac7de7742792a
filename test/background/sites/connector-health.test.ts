import { afterEach, beforeEach, expect, test } from 'vitest';
import type { SiteHealth } from '../../../src/core/settings/site-health';
import type { Report } from '../../../src/protocol/report';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
beforeEach(async () => {
  worker = await startWorker();
});
afterEach(() => worker.close());

const health = async () =>
  ((await worker.memory.local.get('health'))['health'] as Record<string, SiteHealth> | undefined)?.[
    'netflix'
  ];

/** A page that plays and whose title no source gives. */
async function unreadable() {
  const { run, sender } = await openPage(worker);
  let seq = 0;
  return async (cause: Report['cause']) =>
    worker.handlers.report(
      {
        run,
        seq: seq++,
        cause,
        url: 'https://www.netflix.com/watch/1',
        visible: true,
        reading: {
          item: { type: 'movie', year: 2010 },
          identity: 'x',
          confidence: 0,
          degraded: true,
          missing: ['title'],
          ladder: 'title- year0',
        },
        playback: { state: 'playing', position: 30, duration: 900, rate: 1, at: worker.service.clock.now },
      },
      sender,
    );
}

test('a page whose title is not read is noticed when it pauses or is left, not while it may still load', async () => {
  const report = await unreadable();
  await report('start');
  await report('play');
  expect(await health()).toBeUndefined();
  await report('pause');
  const day = Math.floor(worker.service.clock.now / 86_400_000);
  expect(await health()).toMatchObject({
    degraded: true,
    missing: ['title'],
    days: { [day]: { 'title- year0': 1 } },
  });
  // Somebody may have repaired it: the catalogue is looked at.
  expect(worker.memory.alarms.has('catalogue')).toBe(true);
});

test('the same is counted again after ten minutes', async () => {
  const report = await unreadable();
  await report('pause');
  const first = await health();
  worker.wait(60);
  await report('pause');
  expect(await health()).toEqual(first);
  worker.wait(600);
  await report('pause');
  // Counted by day, and midnight may lie between the two.
  const counts = Object.values((await health())?.days ?? {}).map((ladders) => ladders['title- year0'] ?? 0);
  expect(counts.reduce((sum, one) => sum + one, 0)).toBe(2);
});

test('two plays at addresses without a page mark the site, which the first does not; a page that is left out does not count', async () => {
  const { sender } = await openPage(worker);
  const play = (path: string) => worker.handlers.uncovered({ url: `https://www.netflix.com${path}` }, sender);
  await play('/player/81000001');
  expect(await health()).toMatchObject({ degraded: false, uncovered: { '/player/*': { plays: 1 } } });
  await play('/player/81000002');
  expect(await health()).toMatchObject({ degraded: true, uncovered: { '/player/*': { plays: 2 } } });
  await play('/watch/81000003');
  await play('/');
  expect(Object.keys((await health())?.uncovered ?? {})).toEqual(['/player/*']);
});
