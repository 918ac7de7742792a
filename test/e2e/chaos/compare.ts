import { z } from 'zod';
import {
  historyPageSchema,
  progressPageSchema,
  type HistoryEntry,
  type PlaybackRecord,
} from '../../../src/protocol/tracker/history';
import { sendMessage, type ExtensionBrowser } from '../../support/browser/drive-extension';
import { drain } from './drain';
import type { Journal } from './journal';
import { keyOfTab } from './plan';
import type { ViewingTruth } from './truth';
import { judge, type Verdict } from './verdict';

export interface Comparison {
  readonly verdict: Verdict;
  /** What happened while one viewing was watched, to find the cause of a violation. */
  readonly story: (viewing: number) => readonly string[];
  /** Number of refused updates that were sent again by hand. */
  readonly retried: number;
  /** Seconds until nothing waited any more. */
  readonly draining: number;
}

interface CompareOptions {
  /** A browser whose extension answers messages. */
  readonly browser: ExtensionBrowser;
  readonly journal: Journal;
  readonly port: number;
  readonly readKey: string;
  readonly drainTimeout: number;
  readonly log: (line: string) => void;
}

/** Waits until everything is sent, and compares what the tracker has with what was played. */
export async function compare(
  truths: readonly ViewingTruth[],
  { browser, journal, port, readKey, drainTimeout, log }: CompareOptions,
): Promise<Comparison> {
  const begun = Date.now();
  const { retried, forgotten } = await drain(browser, drainTimeout, log);
  const draining = Math.round((Date.now() - begun) / 1000);
  const api = `http://127.0.0.1:${port}/api/v1`;
  journal.addLog(await sendMessage(browser, 'log.list', { limit: 2_000 }));
  const history = await readPages(api, readKey, 'history');
  const compared = judge(truths, history as HistoryEntry[], await readPages(api, readKey, 'progress'));
  const left = forgotten.map((tab) => ({
    viewing: -1,
    message: `a tab that is closed is still watched: ${tab}`,
  }));
  // The troubles refuse no update.
  const parked = retried === 0 ? [] : [{ viewing: -1, message: `${retried} updates waited for a person` }];
  return {
    story: (viewing) => {
      const one = truths.find((truth) => truth.viewing === viewing);
      const keys = one?.sitting.tabs.map((_, tab) => keyOfTab(one.sitting.id, tab)) ?? [];
      return journal.linesAbout(one === undefined ? [] : [...keys, one.work.tmdb]);
    },
    verdict: { ...compared, violations: [...compared.violations, ...left, ...parked] },
    retried,
    draining,
  };
}

async function readPages(
  api: string,
  readKey: string,
  name: 'history' | 'progress',
): Promise<PlaybackRecord[]> {
  const items: PlaybackRecord[] = [];
  for (;;) {
    const answer = await fetch(`${api}/matinee/${name}?limit=500&offset=${items.length}`, {
      headers: { 'x-api-key': readKey },
    });
    const { data } = z
      .object({ data: name === 'history' ? historyPageSchema : progressPageSchema })
      .parse(await answer.json());
    items.push(...data.items);
    if (data.items.length === 0 || items.length >= data.total) return items;
  }
}
