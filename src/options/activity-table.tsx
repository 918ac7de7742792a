import type { JSX } from 'preact';
import type { ActivityEntry } from '../core/outbox-view';
import { text } from '../platform/i18n';
import { clock, dateAndTime } from '../ui/format';
import { nameOf } from '../ui/naming';

const tones = { accepted: 'good', rejected: 'bad', failed: 'wait' } as const;

export function ActivityTable({ entries }: { readonly entries: readonly ActivityEntry[] }): JSX.Element {
  return (
    <div class="scroll" tabIndex={0} role="region" aria-label={text('options_activity')}>
      <table>
        <thead>
          <tr><th scope="col">{text('activity_time')}</th><th scope="col">{text('activity_title')}</th><th scope="col">{text('activity_position')}</th><th scope="col">{text('activity_answer')}</th></tr>
        </thead>
        <tbody>{entries.map((entry) => <Line key={entry.id} entry={entry} />)}</tbody>
      </table>
    </div>
  );
}

function Line({ entry }: { readonly entry: ActivityEntry }): JSX.Element {
  const name = nameOf(entry.item) ?? nameOf(entry.media);
  const part = entry.duration > 0 ? Math.round((entry.position / entry.duration) * 100) : 0;
  return (
    <tr>
      <td class="when"><time dateTime={new Date(entry.at).toISOString()}>{dateAndTime(entry.at)}</time></td>
      <td>
        <strong class="clamp one" dir="auto">{name?.title ?? text('now_no_title')}</strong>
        <span class="small muted"><bdi>{[name?.detail, entry.siteId].filter(Boolean).join(' · ')}</bdi></span>
      </td>
      <td class="numbers">{clock(entry.position)} <span class="small muted">{part}%</span></td>
      <td>
        <span class={`tag ${tones[entry.answer]}`}>{text(`activity_${entry.answer}`)}</span>
        {entry.answer !== 'accepted' && <span class="small muted answer clamp" dir="auto">{[entry.status, entry.message ?? entry.code].filter(Boolean).join(' · ')}</span>}
      </td>
    </tr>
  );
}
