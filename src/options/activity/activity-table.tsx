import type { JSX } from 'preact';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { refusalText } from '../../ui/text/error-text';
import { clock, dateAndTime, percent } from '../../ui/text/format';
import { displayName } from '../../ui/text/naming';

const tones = { accepted: 'good', rejected: 'bad', failed: 'wait' } as const;

export function ActivityTable({
  entries,
  nameOfSite,
}: {
  readonly entries: readonly ActivityEntry[];
  readonly nameOfSite: (siteId: string) => string;
}): JSX.Element {
  return (
    <div class="scroll activity" tabIndex={0} role="region" aria-label={text('options_activity')}>
      {/* Drawn as cards where it is narrow, for which a browser forgets that it is a table: so it is said. */}
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            <th role="columnheader" scope="col">
              {text('activity_time')}
            </th>
            <th role="columnheader" scope="col">
              {text('activity_title')}
            </th>
            <th role="columnheader" scope="col">
              {text('activity_position')}
            </th>
            <th role="columnheader" scope="col">
              {text('activity_answer')}
            </th>
          </tr>
        </thead>
        <tbody role="rowgroup">
          {entries.map((entry) => (
            <Line key={entry.id} entry={entry} site={nameOfSite(entry.siteId)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Line({ entry, site }: { readonly entry: ActivityEntry; readonly site: string }): JSX.Element {
  const name = displayName(entry.item) ?? displayName(entry.media);
  const part = entry.duration > 0 ? entry.position / entry.duration : 0;
  return (
    <tr role="row">
      <td role="cell" class="when">
        <time dateTime={new Date(entry.at).toISOString()}>{dateAndTime(entry.at)}</time>
      </td>
      <td role="cell" class="what">
        <strong class="clamp one" dir="auto">
          {name?.title ?? text('now_no_title')}
        </strong>
        <span class="small muted">
          <bdi>{[name?.detail, site].filter(Boolean).join(' · ')}</bdi>
        </span>
      </td>
      <td role="cell" class="numbers">
        {clock(entry.position)} <span class="small muted">{percent(part)}</span>
      </td>
      <td role="cell">
        <span class={`tag ${tones[entry.answer]}`}>{text(`activity_${entry.answer}`)}</span>
        {entry.answer !== 'accepted' && (
          <span class="small muted answer clamp" dir="auto">
            {[entry.status, refusalText(entry)].filter(Boolean).join(' · ')}
          </span>
        )}
      </td>
    </tr>
  );
}
