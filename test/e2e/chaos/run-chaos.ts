import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { z } from 'zod';
import {
  historyPageSchema,
  progressPageSchema,
  type HistoryEntry,
  type PlaybackRecord,
} from '../../../src/protocol/tracker/history';
import type { ActivityEntry, OutboxView } from '../../../src/core/outbox/outbox-view';
import { startService } from '../../../src/service/start-service';
import { sendMessage, signIn } from '../../support/browser/drive-extension';
import { startFaultProxy, type Fault } from '../../support/server/fault-proxy';
import type { Chromium } from '../../support/browser/chromium';
import { launchChromium } from '../../support/browser/launch-chromium';
import { startSiteServer } from '../../support/server/site-server';
import { waitFor } from '../../support/wait-for';
import { cinemaHost, createChaosCinema, otherHost, type ChaosCinema } from './chaos-cinema';
import { makeTrouble } from './make-trouble';
import { planSittings, type Sitting, type Work } from './plan';
import { createServiceProcess } from './service-process';
import type { Trouble } from './trouble-plan';
import { viewingsOf, type TabTruth, type ViewingTruth } from './truth';
import { judge, type Verdict } from './verdict';
import { createCinemaCatalogue } from '../../demo/cinema-catalogue';
import { watchTab } from './watch-tab';

const HTML = { 'Content-Type': 'text/html; charset=utf-8' };

export interface ChaosOptions {
  readonly viewings: number;
  readonly seed: number;
  /** Number of sittings at a time. */
  readonly seats: number;
  /** Short troubles, for `npm test`. */
  readonly gentle: boolean;
  /** Milliseconds for the outbox to empty after the troubles have ended. */
  readonly drainTimeout: number;
  readonly log: (line: string) => void;
}

export interface ChaosResult {
  readonly verdict: Verdict;
  readonly viewings: number;
  readonly troubles: ReadonlyMap<Trouble['kind'], number>;
  readonly faults: ReadonlyMap<Fault['kind'] | 'forwarded' | 'unreachable', number>;
  /** The calls of one viewing, to find the cause of a violation. */
  readonly calls: (viewing: number) => readonly string[];
  /** Number of refused updates that were sent again by hand. */
  readonly retried: number;
  readonly seconds: { readonly viewing: number; readonly draining: number };
}

/** Plays the planned viewings during the planned troubles, and compares the history with what was played. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, viewings, seats, gentle, drainTimeout, log } = options;
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'matinee-chaos-'));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const first = await startService({
      catalogue: createCinemaCatalogue(),
      dataDir,
      deviceIntervalSeconds: 1,
      log: () => {},
    });
    closers.push(() => first.close());
    const port = Number(new URL(first.url).port);
    const proxy = await startFaultProxy({ port });
    closers.push(() => proxy.close());
    const cinema = createChaosCinema(await readFile(new URL('chaos-page.js', import.meta.url), 'utf8'));
    const sites = await startSiteServer({
      [cinemaHost]: (request) => cinema.fetch(request),
      [otherHost]: () => new Response('<!doctype html><title>Elsewhere</title>', { headers: HTML }),
    });
    closers.push(() => sites.close());
    const chromium = await launchChromium({ sites });
    closers.push(() => chromium.close());
    await chromium.grantHosts([`https://${cinemaHost}/*`]);
    await signIn(chromium, { ...first, baseUrl: `${proxy.url}/api/v1` });
    const readKey = await first.createKey('pk');
    // From here on the service is a separate process that can be killed.
    await first.close();
    const service = createServiceProcess({ port, dataDir });
    closers.push(() => service.kill());
    await service.start();

    const started = Date.now();
    const troubles = makeTrouble({ seed, gentle, chromium, proxy, service, log });
    closers.push(() => troubles.end());
    const truths = await watchAll(chromium, cinema, planSittings(seed, viewings), seats, log);
    const occurred = await troubles.end();
    const watched = Date.now();
    const { retried, forgotten } = await drain(chromium, drainTimeout, log);
    const done = Date.now();
    const api = `http://127.0.0.1:${port}/api/v1`;
    const activity = await sendMessage(chromium, 'activity.list', { limit: 5_000 });
    const history = await readPages(api, readKey, 'history');
    const compared = judge(truths, history as HistoryEntry[], await readPages(api, readKey, 'progress'));
    const verdict = {
      ...compared,
      violations: [
        ...compared.violations,
        ...forgotten.map((tab) => ({
          viewing: -1,
          message: `a tab that is closed is still watched: ${tab}`,
        })),
      ],
    };
    return {
      calls: (viewing) => callsOf(activity, truths.find((one) => one.viewing === viewing)?.work),
      verdict,
      viewings: truths.length,
      troubles: occurred,
      faults: proxy.counts,
      retried,
      seconds: {
        viewing: Math.round((watched - started) / 1000),
        draining: Math.round((done - watched) / 1000),
      },
    };
  } finally {
    for (const close of closers.toReversed()) await close();
  }
}

async function watchAll(
  chromium: Chromium,
  cinema: ChaosCinema,
  sittings: readonly Sitting[],
  seats: number,
  log: (line: string) => void,
): Promise<readonly ViewingTruth[]> {
  // The longest sittings first, so that all seats end at about the same time.
  const waiting = sittings.toSorted((a, b) => partsInARow(b) - partsInARow(a));
  const found: ViewingTruth[] = [];
  async function seat(): Promise<void> {
    for (let sitting = waiting.shift(); sitting !== undefined; sitting = waiting.shift()) {
      found.push(...viewingsOf(sitting, await watchSitting(chromium, cinema, sitting)));
      log(`sitting ${sitting.id} (${sitting.shape}) is over; ${found.length} viewings`);
    }
  }
  await Promise.all(Array.from({ length: seats }, seat));
  return found;
}

function partsInARow({ shape, tabs }: Sitting): number {
  const counts = tabs.map(({ parts }) => parts.length);
  return shape === 'twin' ? Math.max(...counts) : counts.reduce((sum, count) => sum + count, 0);
}

async function watchSitting(
  { context }: Chromium,
  cinema: ChaosCinema,
  { id, shape, tabs }: Sitting,
): Promise<readonly TabTruth[]> {
  const key = (index: number) => `${id}-${index}`;
  if (shape === 'twin') {
    return Promise.all(
      tabs.map(async (tab, index) => {
        await new Promise((resolve) => {
          setTimeout(resolve, tab.delay);
        });
        return watchTab(context, cinema, key(index), tab);
      }),
    );
  }
  const truths: TabTruth[] = [];
  for (const [index, tab] of tabs.entries()) truths.push(await watchTab(context, cinema, key(index), tab));
  return truths;
}

interface Drained {
  readonly retried: number;
  /** Closed tabs whose session has not ended. */
  readonly forgotten: readonly string[];
}

/** Waits until everything is sent. Refused updates are sent again, as a user does; nothing else is done. */
async function drain(
  chromium: Chromium,
  drainTimeout: number,
  log: (line: string) => void,
): Promise<Drained> {
  let retried = 0;
  let emptyInARow = 0;
  let forgotten: readonly string[] = [];
  await waitFor(
    'an empty outbox',
    async () => {
      const waiting = await sendMessage(chromium, 'outbox.list', {});
      forgotten = await openTabs(chromium);
      for (const { id, state } of waiting) {
        if (state !== 'parked') continue;
        retried += 1;
        await sendMessage(chromium, 'outbox.retry', { id });
      }
      log(`${waiting.length} updates wait (${summaryOf(waiting[0])}), ${forgotten.length} sessions are open`);
      emptyInARow = waiting.length === 0 ? emptyInARow + 1 : 0;
      return emptyInARow >= (forgotten.length === 0 ? 3 : 30);
    },
    { timeout: drainTimeout, every: 700 },
  );
  return { retried, forgotten };
}

/** State, error code and time of the next attempt (UTC). */
function summaryOf(entry: OutboxView | undefined): string {
  if (entry === undefined) return '';
  const { state, error, retryAt } = entry;
  const time = retryAt === undefined ? '' : new Date(retryAt).toISOString().slice(11, 19);
  return `${state} ${error?.code ?? ''} ${time}`;
}

function callsOf(activity: readonly ActivityEntry[], work: Work | undefined): readonly string[] {
  const own = activity
    .filter(({ item }) => item.ids?.tmdb === work?.tmdb && item.episodeNumber === work?.number)
    .toReversed();
  return own.map(
    ({ at, cause, position, answer, code = '' }) =>
      `${new Date(at).toISOString().slice(14, 23)} ${cause} ${position} ${answer} ${code}`,
  );
}

/** Tabs that have a session in the storage of the worker. */
async function openTabs(chromium: Chromium): Promise<readonly string[]> {
  return chromium.evaluate(async () => {
    const stored = await (
      globalThis as unknown as {
        chrome: { storage: { session: { get: (key: null) => Promise<Record<string, StoredTab>> } } };
      }
    ).chrome.storage.session.get(null);
    return Object.entries(stored)
      .filter(([key, value]) => key.startsWith('tab:') && value.watching?.session !== undefined)
      .map(
        ([key, { url = '', watching }]) => `${key} ${url} at ${watching?.session?.playback.position ?? 0}`,
      );
  }, undefined);
}

interface StoredTab {
  readonly url?: string;
  readonly watching?: { readonly session?: { readonly playback: { readonly position: number } } };
}

async function readPages(
  api: string,
  readKey: string,
  name: 'history' | 'progress',
): Promise<PlaybackRecord[]> {
  const items: PlaybackRecord[] = [];
  for (;;) {
    const answer = await fetch(`${api}/${name}?limit=500&offset=${items.length}`, {
      headers: { 'x-api-key': readKey },
    });
    const { data } = z
      .object({ data: name === 'history' ? historyPageSchema : progressPageSchema })
      .parse(await answer.json());
    items.push(...data.items);
    if (data.items.length === 0 || items.length >= data.total) return items;
  }
}
