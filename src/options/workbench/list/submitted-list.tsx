import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';
import { accountStore } from '../../../platform/storage/stores';
import { connectorRecordSchema, type ConnectorRecord } from '../../../protocol/tracker/connectors';
import { WebLink } from '../../../ui/components/web-link';
import { useAnswer } from '../../../ui/hooks/use-answer';
import { useStored } from '../../../ui/hooks/use-stored';
import { dateAndTime } from '../../../ui/text/format';

const TONES = { pending: 'wait', accepted: 'good', refused: 'bad' } as const;

/**
 * The connectors that this account submitted, with their state. Nothing while signed out or for a tracker
 * without such a list.
 */
export function SubmittedList(): JSX.Element | null {
  const account = useStored(accountStore);
  return account?.state === 'signed-in' ? <Records /> : null;
}

function Records(): JSX.Element | null {
  const { value } = useAnswer('connectors.submitted', {});
  const records = readRecords(value);
  if (records.length === 0) return null;
  return (
    <section class="stack tight">
      <h2>{text('workbench_submitted')}</h2>
      <ul class="card rows">
        {records.map((record) => (
          <Row key={record.id} record={record} />
        ))}
      </ul>
    </section>
  );
}

function Row({
  record: { name, url, domains, submittedAt, note, status },
}: Readonly<{
  record: ConnectorRecord;
}>): JSX.Element {
  return (
    <li class="row">
      <span class="grow stack tight">
        <strong>
          <WebLink url={url}>
            <bdi>{name}</bdi>
          </WebLink>
        </strong>
        <span class="small muted">
          <bdi>{domains.join(', ')}</bdi>
          {submittedAt !== undefined && (
            <>
              {' '}
              · <bdi>{dateAndTime(Date.parse(submittedAt))}</bdi>
            </>
          )}
        </span>
        {note !== undefined && (
          <span class="small" dir="auto">
            {note}
          </span>
        )}
      </span>
      <span class={`tag ${TONES[status]}`}>{text(`workbench_status_${status}`)}</span>
    </li>
  );
}

/** Trackers may answer anything: records that do not have the expected form are left out. */
function readRecords(value: unknown): ConnectorRecord[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).flatMap((one) => connectorRecordSchema.safeParse(one).data ?? []);
}
