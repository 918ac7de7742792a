import type { Item } from '../media/item';
import type { Session, Update } from './session';
import type { SkipReason } from './skip-reason';
import type { TabWatch } from './tab-watch';
import type { EvidenceRules } from './watch-evidence';

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
  readonly runtimes?: readonly number[] | undefined;
  /**
   * This item was watched to its end recently, and a session at this position (seconds) continues that
   * viewing.
   */
  readonly isResumption: (item: Item, position: number, duration: number) => boolean;
}

/** One step of the reducer. */
export type Transition = Readonly<{
  watch: TabWatch;
  /** In the order in which they are to be sent. */
  updates: readonly Update[];
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
export type Decided = Pick<Transition, 'updates' | 'wasAd'> & Readonly<{ closed: Session }>;

/** A step that changes and sends nothing. */
export function unchanged(watch: TabWatch): Transition {
  return { watch, updates: [] };
}
