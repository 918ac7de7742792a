import { afterEach, describe, expect, test, vi } from 'vitest';
import { createMutex } from '../../../src/background/context/context';
import { createJobs } from '../../../src/background/jobs';
import { closeTab } from '../../../src/background/jobs/tab-jobs';
import type { TabState } from '../../../src/background/state/tab-state';
import { openPage, startWorker, type WorkerUnderTest } from '../support/worker-under-test';

let worker: WorkerUnderTest;
afterEach(() => {
  vi.useRealTimers();
  return worker.close();
});

/** A busy machine needs longer than the default of a second. */
const waitFor = (check: () => unknown) => vi.waitFor(check, { timeout: 60_000 });

type Jobs = ReturnType<typeof createJobs>;

/** Id of the session of a tab, as it is stored. */
const sessionOf = (tabId: number) =>
  (JSON.parse(worker.memory.session.values.get(`tab:${tabId}`) ?? '{}') as Partial<TabState>).watch?.session
    ?.id;

const storedTabs = () => [...worker.memory.session.values.keys()].filter((key) => key.startsWith('tab:'));

test('a tab that was closed while storage refused it is forgotten a few seconds later', async () => {
  worker = await startWorker();
  await (await openPage(worker)).play(0, 60, {}, 10);
  const jobs = createJobs(Promise.resolve(worker.context), createMutex());
  const refused = vi.spyOn(worker.memory.session, 'remove').mockRejectedValueOnce(new Error('IO error'));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  jobs.tabClosed(1);
  await waitFor(() => expect(refused).toHaveBeenCalled());
  expect(storedTabs()).toEqual(['tab:1']);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await waitFor(() => expect(storedTabs()).toEqual([]));
});

test('what a tab showed for a moment is not ended once it shows a film again', async () => {
  worker = await startWorker();
  const page = await openPage(worker);
  await page.play(0, 60, {}, 10);
  const before = sessionOf(1);
  const jobs = createJobs(Promise.resolve(worker.context), createMutex());
  const refused = vi.spyOn(worker.memory.session, 'set').mockRejectedValueOnce(new Error('IO error'));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  worker.showPage(1);
  jobs.pageChanged(1);
  await waitFor(() => expect(refused).toHaveBeenCalled());
  worker.showPage(1, 'https://www.netflix.com/watch/1');
  jobs.pageChanged(1);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await page.play(60, 70, {}, 10);
  expect(sessionOf(1)).toBe(before);
});

test('a change of settings is no error where only the pages could not be brought in line at once', async () => {
  worker = await startWorker();
  const jobs = createJobs(Promise.resolve(worker.context), createMutex());
  const refused = vi.spyOn(worker.memory.session, 'set').mockRejectedValueOnce(new Error('IO error'));
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  const done = jobs.refreshSites();
  await waitFor(() => expect(refused).toHaveBeenCalled());
  expect(worker.memory.session.values.has('sites-applied')).toBe(false);
  await vi.advanceTimersByTimeAsync(1_000);
  vi.useRealTimers();
  await done;
  expect(worker.memory.session.values.get('sites-applied')).toBe('true');
});

describe('whichever one call of storage is refused,', () => {
  /** Refuses the call with this number. Returns how many there were until now. */
  function refuseCall(refused: number) {
    const { session } = worker.memory;
    let calls = 0;
    for (const name of ['get', 'set', 'remove'] as const) {
      const call = session[name] as (value: never) => Promise<unknown>;
      vi.spyOn(session, name).mockImplementation((async (value: never) => {
        calls += 1;
        if (calls === refused) throw new Error('IO error');
        return call(value);
      }) as never);
    }
    return () => calls;
  }

  /** A film has played for 63 s, of which the last 3 s are not reported. */
  async function playFilm() {
    worker = await startWorker();
    await (await openPage(worker)).play(0, 60, {}, 10);
    worker.wait(3);
  }

  const leave: typeof closeTab = (_context, _lock, tabId) => worker.leaveTab(tabId);

  test.each([
    ['left', leave, (jobs: Jobs) => jobs.pageChanged(1)],
    ['closed', closeTab, (jobs: Jobs) => jobs.tabClosed(1)],
  ])('a tab that was %s has ended a few seconds later, and where it was is sent', async (_, end, tell) => {
    await playFilm();
    const count = refuseCall(0);
    await end(worker.context, createMutex(), 1);
    const calls = count();
    expect(calls).toBeGreaterThan(5);
    for (let refused = 1; refused <= calls; refused += 1) {
      await worker.close();
      await playFilm();
      refuseCall(refused);
      vi.useFakeTimers({ toFake: ['setTimeout'] });
      if (end === leave) worker.showPage(1);
      tell(createJobs(Promise.resolve(worker.context), createMutex()));
      const places = async () => {
        await vi.advanceTimersByTimeAsync(500);
        return (await worker.service.progress()).map(({ progress }) => progress);
      };
      await waitFor(async () => expect(await places(), `call ${refused}`).toEqual([63]));
      vi.useRealTimers();
      const { session } = worker.memory;
      expect(sessionOf(1)).toBeUndefined();
      expect(JSON.parse(session.values.get('tab:1') ?? '{}')).not.toHaveProperty('url');
      await waitFor(() => expect(session.values.get('view:1') ?? '').not.toContain('scrobbling'));
    }
  });
});
