import type { JSX } from 'preact';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { refusalText } from '../../ui/text/error-text';
import { clock, dateAndTime, percent } from '../../ui/text/format';
import { joinParts } from '../../ui/text/join-parts';
import { displayName } from '../../ui/text/naming';

const COLUMNS = ['time', 'title', 'position', 'answer'] as const;
const TONES = { accepted: 'good', rejected: 'bad', failed: 'wait' } as const;

/** The updates that were sent, with their answers. */
export function ActivityTable({
  entries,
  siteName,
}: {
  readonly entries: readonly ActivityEntry[];
  readonly siteName: (siteId: string) => string;
}): JSX.Element {
  return (
    <div class="scroll activity" tabIndex={0} role="region" aria-label={text('options_activity')}>
      {/* On narrow screens the rows are cards (CSS), for which browsers drop the roles of a table. */}
      <table role="table">
        <thead role="rowgroup">
          <tr role="row">
            {COLUMNS.map((column) => (
              <th key={column} role="columnheader" scope="col">
                {text(`activity_${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {entries.map((entry) => (
            <Row key={entry.id} entry={entry} site={siteName(entry.siteId)} />
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Row({ entry, site }: { readonly entry: ActivityEntry; readonly site: string }): JSX.Element {
  const name = displayName(entry.item) ?? displayName(entry.media);
  const share = entry.duration > 0 ? entry.position / entry.duration : 0;
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
          <bdi>{joinParts(name?.detail, site)}</bdi>
        </span>
      </td>
      <td role="cell" class="numbers">
        {clock(entry.position)} <span class="small muted">{percent(share)}</span>
      </td>
      <td role="cell">
        <span class={`tag ${TONES[entry.answer]}`}>{text(`activity_${entry.answer}`)}</span>
        {entry.answer !== 'accepted' && (
          <span class="small muted answer clamp" dir="auto">
            {joinParts(entry.status, refusalText(entry))}
          </span>
        )}
      </td>
    </tr>
  );
}
