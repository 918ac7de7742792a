import { defined } from '../values/defined';
import type { Playback, SkipReason } from './observation';
import type { Session, Update } from './session';
import type { Item } from '../media/item';
import { itemKey } from '../media/item-key';
import { readSettings, type Settings } from '../settings/settings';
import type { SiteState } from '../settings/site-state';
import { hash } from '../values/hash';
import { earlierEvidence, isResumption, type StoredEvidence } from './earlier-evidence';
import type { EvidenceRules } from './watched-threshold';

/**
 * What the worker remembers of one tab between two reports. Kept in `storage.session`, so its shape may
 * change.
 */
export type TabWatch =
  /** Nothing is being watched. */
  | Readonly<{ phase: 'idle'; session?: undefined; pendingChange?: undefined }>
  /**
   * Something new seems to play; it must be read again before it counts. The current session is kept
   * unchanged.
   */
  | Readonly<{ phase: 'confirming'; session?: Session; pendingChange: PendingChange }>
  | Readonly<{ phase: 'watching'; session: Session; pendingChange?: undefined }>
  /**
   * An ad, a gate or a new player has interrupted the session: it credits nothing until its item plays again.
   */
  | Readonly<{ phase: 'interrupted'; session: Session; pendingChange?: PendingChange }>;

/** Something that may be the next item: read once, not yet confirmed. */
export type PendingChange = Readonly<{
  identity: string;
  /** The page still shows the session's title, but the player has gone on to something else. */
  sameText: boolean;
  /** When it was first read, in milliseconds of the page's clock. */
  since: number;
  /** The medium that played then. */
  medium: Pick<Playback, 'duration' | 'source'>;
  /** The session to be replaced was an advertisement under another title. */
  afterAd?: true;
  /** The new title's medium had begun under the session's title. */
  lateText?: true;
}>;

export const idleWatch: TabWatch = { phase: 'idle' };

export function watching(session: Session): TabWatch {
  return { phase: 'watching', session };
}

/**
 * For a session whose player was replaced or covered. The next playback of its item moves it without credit.
 */
export function interruptedWatch(session: Session, pendingChange?: PendingChange): TabWatch {
  return { phase: 'interrupted', session, ...defined({ pendingChange }) };
}

/**
 * The same watch with a change to confirm. An interrupted watch stays interrupted, because its session must
 * not be credited.
 */
export function withPendingChange({ phase, session }: TabWatch, pendingChange: PendingChange): TabWatch {
  if (phase === 'interrupted') return { phase, session, pendingChange };
  return { phase: 'confirming', pendingChange, ...defined({ session }) };
}

/** What the reducer needs besides the observation: settings, time, and what other sessions recorded. */
export interface Rules extends EvidenceRules {
  /** Seconds between two updates, already jittered for this client. */
  readonly interval: number;
  /** Seconds; shorter items are skipped. */
  readonly minimumLength: number;
  readonly films: boolean;
  readonly episodes: boolean;
  /** Who is signed in (`accountKey`). */
  readonly account: string;
  /** Milliseconds since 1970, by the clock of the worker. */
  readonly now: number;
  readonly newId: () => string;
  /** Possible lengths of the title in seconds: those of the works of its name at the tracker, best first. */
  readonly runtimes?: number[] | undefined;
  /**
   * This item was watched to its end recently, and a session at this position (seconds) continues that
   * viewing.
   */
  readonly isResumption: (item: Item, position: number, duration: number) => boolean;
}

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

/** One step of the reducer. */
export type Transition = Readonly<{
  watch: TabWatch;
  /** In the order in which they are to be sent. */
  updates: Update[];
  /** The session that ended with this step. */
  closed?: Session;
  /** The closed session was an advertisement under the title's name: its waiting updates are dropped. */
  wasAd?: boolean;
  /** The decision about the short medium before the session. */
  former?: Decided;
  /** Seconds of the wall clock after which the page should report again. */
  again?: number;
  /** Why nothing is credited at the moment. */
  skip?: SkipReason;
  /** The rule that decided, for traces. */
  rule?: string;
}>;

/** A session that ended earlier, and the updates that are sent for it now. */
type Decided = Pick<Transition, 'updates' | 'wasAd'> & Readonly<{ closed: Session }>;

/** A step that changes and sends nothing. */
export function unchanged(watch: TabWatch): Transition {
  return { watch, updates: [] };
}
