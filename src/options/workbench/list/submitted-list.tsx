import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';
import { accountStore } from '../../../platform/storage/stores';
import { connectorRecordSchema } from '../../../protocol/tracker';
import { dateAndTime } from '../../../ui/text/format';
import { useAnswer } from '../../../ui/hooks/use-answer';
import { useStored } from '../../../ui/hooks/use-stored';
import { webAddress } from '../../../ui/text/web-address';

const tones = { pending: 'wait', accepted: 'good', refused: 'bad' } as const;

/** What this person handed in, with what became of it; empty while signed out or where the tracker has no such list. */
export function SubmittedList(): JSX.Element | null {
  const account = useStored(accountStore);
  return account?.state === 'signed-in' ? <Records /> : null;
}

function Records(): JSX.Element | null {
  const { value } = useAnswer('connectors.submitted', {});
  const records = Array.isArray(value)
    ? (value as unknown[]).flatMap((one) => connectorRecordSchema.safeParse(one).data ?? [])
    : [];
  if (records.length === 0) return null;
  return (
    <section class="stack tight">
      <h2>{text('workbench_submitted')}</h2>
      <ul class="card rows">
        {records.map((record) => {
          const address = webAddress(record.url);
          return (
            <li key={record.id} class="row">
              <span class="grow stack tight">
                <strong>
                  {address === undefined ? (
                    <bdi>{record.name}</bdi>
                  ) : (
                    <a href={address} target="_blank" rel="noreferrer">
                      <bdi>{record.name}</bdi>
                    </a>
                  )}
                </strong>
                <span class="small muted">
                  <bdi>{record.domains.join(', ')}</bdi>
                  {record.submittedAt !== undefined && (
                    <>
                      {' '}
                      · <bdi>{dateAndTime(Date.parse(record.submittedAt))}</bdi>
                    </>
                  )}
                </span>
                {record.note !== undefined && (
                  <span class="small" dir="auto">
                    {record.note}
                  </span>
                )}
              </span>
              <span class={`tag ${tones[record.status]}`}>{text(`workbench_status_${record.status}`)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
