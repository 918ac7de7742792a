import { itemKey } from '../media/item-key';
import { applyResponse, type Attempted, type Outcome } from './apply-response';
import type { Match, OutboxEntry } from './outbox-entry';

/**
 * What an attempt to send an entry means for it, as data: where the disk cannot be written it is kept in
 * memory, and made when it can be (`state/unwritten-changes.ts`).
 */
export type EntryChange =
  /** How the tracker answered, or why it did not. `at`: milliseconds since 1970; `random`: 0 to 1. */
  | {
      readonly kind: 'answer';
      readonly sent: Attempted;
      readonly outcome: Outcome;
      readonly at: number;
      readonly random: number;
    }
  /** What was found for the item with this `itemKey`. */
  | { readonly kind: 'match'; readonly match: Match; readonly item: string }
  /** Nothing of it is worth sending, unless it was updated after this time. */
  | { readonly kind: 'outdated'; readonly updatedAt: number };

/** The entry as it is now after a change; `undefined`: it is to be removed. */
export function applyChange(entry: OutboxEntry, change: EntryChange): OutboxEntry | undefined {
  switch (change.kind) {
    case 'answer':
      return applyResponse(entry, change.sent, change.outcome, change.at, change.random);
    case 'match': {
      // In the meantime the page stated more of the item, or a person chose a match.
      if (entry.match.state === 'matched' || itemKey(entry.item) !== change.item) return entry;
      const { trouble: _, ...rest } = entry;
      return { ...rest, match: change.match, attempts: 0 };
    }
    case 'outdated':
      return entry.updatedAt === change.updatedAt ? undefined : entry;
  }
}
