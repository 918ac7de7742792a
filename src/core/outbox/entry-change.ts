import { itemKey } from '../media/item-key';
import { applyResponse, type Attempted, type Outcome } from './apply-response';
import type { Match, OutboxEntry } from './outbox-entry';

/**
 * The effect of an attempt to send an entry, as data. While the disk cannot be written it is kept in memory,
 * and applied later (`state/unwritten-changes.ts`).
 */
export type EntryChange =
  /**
   * The tracker's answer, or the reason why there is none. `at`: milliseconds since 1970; `random`: 0 to 1.
   */
  | Readonly<{
      kind: 'answer';
      sent: Attempted;
      outcome: Outcome;
      at: number;
      random: number;
    }>
  /** The match that was found for the item with this `itemKey`. */
  | Readonly<{ kind: 'match'; match: Match; item: string }>
  /** Nothing in the entry is worth sending, unless it was updated after this time. */
  | Readonly<{ kind: 'outdated'; updatedAt: number }>;

/** The entry after a change; `undefined` if it is to be removed. */
export function applyChange(entry: OutboxEntry, change: EntryChange): OutboxEntry | undefined {
  switch (change.kind) {
    case 'answer':
      return applyResponse(entry, change.sent, change.outcome, change.at, change.random);
    case 'match': {
      // In the meantime the page stated more about the item, or a person chose a match.
      if (entry.match.state === 'matched' || itemKey(entry.item) !== change.item) return entry;
      const { trouble: _, ...rest } = entry;
      return { ...rest, match: change.match, attempts: 0 };
    }
    case 'outdated':
      return entry.updatedAt === change.updatedAt ? undefined : entry;
  }
}
