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
import type { ActivityEntry } from '../../../src/core/outbox/outbox-view';
import { startService } from '../../../src/service/start-service';
import { sendMessage, signIn } from '../../support/browser/drive-extension';
import { startFaultProxy, type Fault } from '../../support/server/fault-proxy';
import type { Chromium } from '../../support/browser/chromium';
import { launchChromium } from '../../support/browser/launch-chromium';
import { startSiteServer } from '../../support/server/site-server';
import { waitFor } from '../../support/wait-for';
import { cinemaHost, createChaosCinema, type ChaosCinema } from './chaos-cinema';
import { makeTrouble } from './make-trouble';
import { planSittings, type Sitting, type Work } from './plan';
import { createServiceProcess } from './service-process';
import type { Trouble } from './trouble-plan';
import { viewingsOf, type TabTruth, type ViewingTruth } from './truth';
import { judge, type Verdict } from './verdict';
import { watchTab } from './watch-tab';

export interface ChaosOptions {
  readonly viewings: number;
  readonly seed: number;
  /** Sittings that go on at a time. */
  readonly seats: number;
  /** Troubles short enough for a test that runs each time. */
  readonly gentle: boolean;
  /** Milliseconds for the outbox to empty after the troubles are over. */
  readonly patience: number;
  readonly log: (line: string) => void;
}

export interface ChaosResult {
  readonly verdict: Verdict;
  readonly viewings: number;
  readonly troubles: ReadonlyMap<Trouble['kind'], number>;
  readonly faults: ReadonlyMap<Fault['kind'] | 'forwarded' | 'unreachable', number>;
  /** What was sent of a viewing, for the search after what went wrong. */
  readonly calls: (viewing: number) => readonly string[];
  /** Refused updates that a person sent again. */
  readonly retried: number;
  readonly seconds: { readonly viewing: number; readonly draining: number };
}

/** An evening in which everything goes wrong; afterwards the history must be as if nothing had. */
export async function runChaos(options: ChaosOptions): Promise<ChaosResult> {
  const { seed, viewings, seats, gentle, patience, log } = options;
  const closers: (() => Promise<unknown>)[] = [];
  try {
    const dataDir = await mkdtemp(join(tmpdir(), 'matinee-chaos-'));
    closers.push(() => rm(dataDir, { recursive: true, force: true }));
    const first = await startService({ dataDir, deviceIntervalSeconds: 1, log: () => {} });
    closers.push(() => first.close());
    const port = Number(new URL(first.url).port);
    const proxy = await startFaultProxy({ port });
    closers.push(() => proxy.close());
    const cinema = createChaosCinema(await readFile(new URL('chaos-page.js', import.meta.url), 'utf8'));
    const sites = await startSiteServer({ [cinemaHost]: (request) => cinema.fetch(request) });
    closers.push(() => sites.close());
    const chromium = await launchChromium({ sites });
    closers.push(() => chromium.close());
    await chromium.grantHosts([`https://${cinemaHost}/*`]);
    await signIn(chromium, { ...first, baseUrl: `${proxy.url}/api/v1` });
    await sendMessage(chromium, 'settings.set', { interval: 30 });
    const readKey = first.createKey('pk');
    // From here on the service is a process that can be killed.
    await first.close();
    const service = createServiceProcess({ port, dataDir });
    closers.push(() => service.kill());
    await service.start();

    const started = Date.now();
    const troubles = makeTrouble({ seed, gentle, chromium, proxy, service, log });
    closers.push(() => troubles.end());
    const truths = await watchAll(chromium, cinema, planSittings(seed, viewings), seats, log);
    const struck = await troubles.end();
    const watched = Date.now();
    const { retried, forgotten } = await drain(chromium, patience, log);
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
      troubles: struck,
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
  // The longest first, or the evening ends with one seat that binges and the others empty.
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
  /** Tabs whose session goes on although they were closed long ago. */
  readonly forgotten: readonly string[];
}

/**
 * Waits until everything is sent. Does what a person does, and nothing else: sends again what the tracker
 * refused.
 */
async function drain(chromium: Chromium, patience: number, log: (line: string) => void): Promise<Drained> {
  let retried = 0;
  let quiet = 0;
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
      const [next] = waiting;
      log(
        `${waiting.length} updates wait (${next?.state ?? ''} ${next?.error?.code ?? ''} ${next?.retryAt === undefined ? '' : new Date(next.retryAt).toISOString().slice(11, 19)}), ${forgotten.length} sessions are open`,
      );
      quiet = waiting.length === 0 ? quiet + 1 : 0;
      return quiet >= (forgotten.length === 0 ? 3 : 30);
    },
    { timeout: patience, every: 700 },
  );
  return { retried, forgotten };
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

/** Tabs that still hold a session, as the worker remembers them. */
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
