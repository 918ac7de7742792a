import { afterEach, describe, expect, test } from 'vitest';
import { readEvidence } from '../../../src/background/state/evidence-stores';
import { leasesStore, tabStore } from '../../../src/background/state/tab-state';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => worker.close());

const url = 'https://www.netflix.com/watch/1';
const places = async () => (await worker.service.progress()).map(({ progress }) => progress);

async function playFilm() {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 65, {}, 5);
  return page;
}

test('a page that states its end and nothing else has played on since its last report', async () => {
  const { run, sender } = await playFilm();
  worker.wait(95);
  // Its address has changed since it was read: whose the medium is is not known there.
  await worker.handlers.report({ run, seq: 1_000, cause: 'leave', url, visible: true }, sender);
  await worker.closeTab(1);
  await worker.deliver();
  expect(await places()).toEqual([160]);
});

describe('a page of a site that is on, of which no script says anything', () => {
  const leaveForError = () => {
    worker.memory.goneFrames.add(0);
    return worker.leaveTab(1, url);
  };

  test('such as that of an error: what played before stands where it was left', async () => {
    await playFilm();
    worker.wait(10);
    await leaveForError();
    // The browser tells it again when it is loaded.
    worker.wait(5);
    await leaveForError();
    worker.wait(75);
    await worker.closeTab(1);
    await worker.deliver();
    expect(await places()).toEqual([75]);
  });

  test('because it loads slowly: the film goes on with it, and nothing between is played', async () => {
    await playFilm();
    worker.wait(10);
    await leaveForError();
    await worker.deliver();
    expect(await places()).toEqual([75]);
    worker.wait(30);
    worker.memory.goneFrames.clear();
    await (await openPage(worker)).play(75, 95, {}, 5);
    const { session } = (await tabStore(1).get()).watch;
    expect(session?.played).toEqual([[80, 95]]);
    expect(JSON.stringify(await readEvidence())).toContain('[[5,65]]');
  });

  test('leaves its title to another tab that plays it', async () => {
    await playFilm();
    const other = await openPage(worker, { tabId: 2 });
    await other.report({ position: 65 });
    expect(Object.values(await leasesStore.get())).toMatchObject([{ tabId: 1, others: [2] }]);
    await leaveForError();
    await other.report({ position: 66 });
    expect(Object.values(await leasesStore.get())).toMatchObject([{ tabId: 2 }]);
  });
});

test('the last report of a page does not change the icon of the next one', async () => {
  const page = await playFilm();
  const icons = worker.memory.icons;
  icons.clear();
  Object.assign(page.sender, { frameId: 6, tabUrl: 'https://elsewhere.test/', isLeaving: true });
  await page.leave({ position: 70 });
  expect(icons.size).toBe(0);
  worker.memory.goneFrames.add(0);
  await worker.leaveTab(1);
  // Later than it is waited for: the tab is left.
  await page.leave({ position: 75 });
  expect((await tabStore(1).get()).url).toBeUndefined();
  expect(worker.memory.session.values.has('view:1')).toBe(false);
});
