import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { OutboxView } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { LaterEntry } from './later-entry';

/** The groups in their order; `waiting` includes the entries that are being sent. */
export const GROUPS = ['review', 'unmatched', 'parked', 'waiting'] as const;
type Group = (typeof GROUPS)[number];

/** Runs a job unless another one runs, and shows the message when it succeeded. */
export type Act = (job: () => Promise<unknown>, message: string) => Promise<void>;

/** Entries of a group that are shown until the person asks for all. */
const FIRST_ENTRIES = 20;

interface LaterGroupProps {
  readonly group: Group;
  /** The entries of all groups. */
  readonly entries: readonly OutboxView[];
  readonly siteName: (siteId: string) => string;
  readonly act: Act;
  readonly onRemap: (id: string) => void;
}

/** The entries of one group under a heading with their number; nothing for an empty group. */
export function LaterGroup({ group, entries, siteName, act, onRemap }: LaterGroupProps): JSX.Element | null {
  const [showsAll, setShowsAll] = useState(false);
  const own = entries.filter(({ state }) => (state === 'sending' ? 'waiting' : state) === group);
  if (own.length === 0) return null;
  const shown = showsAll ? own : own.slice(0, FIRST_ENTRIES);
  return (
    <section class="stack tight" aria-labelledby={`later-${group}`}>
      <h3 id={`later-${group}`} class="small-heading">
        {text(`later_${group}`)} <span class="count">{own.length}</span>
      </h3>
      <ul class="stack">
        {shown.map((entry) => (
          <LaterEntry
            key={entry.id}
            entry={entry}
            siteName={siteName(entry.siteId)}
            onAccept={() => void act(() => send('outbox.accept', { id: entry.id }), text('later_accepted'))}
            onRetry={() => void act(() => send('outbox.retry', { id: entry.id }), text('later_retried'))}
            onDrop={() => void act(() => send('outbox.drop', { id: entry.id }), text('later_dropped'))}
            onRemap={() => onRemap(entry.id)}
          />
        ))}
      </ul>
      {shown.length < own.length && (
        <div>
          <button type="button" class="button small" onClick={() => setShowsAll(true)}>
            {text('common_show_all', own.length)}
          </button>
        </div>
      )}
    </section>
  );
}
