import { itemKey } from '../media/item-key';
import { readSettings, type Settings } from '../settings/settings';
import type { SiteState } from '../settings/site-state';
import { hash } from '../values/hash';
import { earlierEvidence } from './earlier-evidence';
import type { StoredEvidence } from './evidence-after';
import { isResumption } from './recently-watched';
import type { Rules } from './transition';

export type RuleFacts = Readonly<{
  settings: Settings;
  /** Settings that the person has changed for the site. */
  overrides: SiteState['overrides'];
  /** The current session's id, which fixes the jitter of the interval. */
  sessionId: string | undefined;
  evidence: StoredEvidence;
  /** Whose viewing it is (`accountKey`). */
  account: string;
  /** Milliseconds since 1970, by the clock of the worker. */
  now: number;
  newId: () => string;
}>;

/** The rules of the reducer: the settings, the overrides of the site, and what earlier sessions recorded. */
export function rulesOf(facts: RuleFacts): Rules {
  const { settings, overrides, sessionId = '', account, now, newId } = facts;
  const { recentlyWatched, earlier } = facts.evidence;
  const { interval, evidence, minimumLength, films, episodes } = readSettings({ ...settings, ...overrides });
  const seenEarlier: Rules['earlierEvidence'] = (item, duration) =>
    earlierEvidence(earlier, { account, key: itemKey(item), duration }, now);
  return {
    interval: jitteredInterval(interval, sessionId),
    evidence,
    minimumLength,
    films,
    episodes,
    account,
    now,
    newId,
    earlierEvidence: seenEarlier,
    // What was played since it was watched belongs to another viewing.
    isResumption: (item, position, duration) =>
      isResumption(recentlyWatched, itemKey(item), position, duration, now) &&
      !seenEarlier(item, duration)[0],
  };
}

/**
 * The interval of one session in seconds: 100 to 120 % of the setting, fixed by the session's id. Without
 * this jitter, clients that start a premiere in the same minute would report in the same second for two
 * hours. Never below the setting, which is the rate that the tracker's documentation allows.
 */
export function jitteredInterval(seconds: number, sessionId: string): number {
  return seconds * (1 + 0.2 * (hash(sessionId) / 0x1_0000_0000));
}
