import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';
import { useEffect, useState } from 'preact/hooks';
import { builtInHeads } from '../../../platform/files/built-in-connectors';
import type { ConnectorHead } from '../../../protocol/definition/connector-head';
import { Problem } from '../../../ui/components/problem';
import { SearchField } from '../../../ui/components/controls';
import { useAction } from '../../../ui/hooks/use-action';
import { accountStore } from '../../../platform/storage/stores';
import { connectorRecordSchema, type ConnectorRecord } from '../../../protocol/tracker/connectors';
import { WebLink } from '../../../ui/components/web-link';
import { useAnswer } from '../../../ui/hooks/use-answer';
import { useStored } from '../../../ui/hooks/use-stored';
import { dateAndTime } from '../../../ui/text/format';

/** The name of a connector or draft, with a line below it. */
export function ConnectorName({
  name,
  detail,
}: Readonly<{
  name: string;
  detail: string;
}>): JSX.Element {
  return (
    <span class="grow stack tight">
      <strong>
        <bdi>{name}</bdi>
      </strong>
      <span class="small muted clamp" dir="auto">
        {detail}
      </span>
    </span>
  );
}

/** Says that a connector is in use, or links to the page that turns sites on. */
export function OnSites({ on }: Readonly<{ on: boolean }>): JSX.Element {
  return on ? (
    <span class="tag good">{text('workbench_in_use')}</span>
  ) : (
    <a class="button small" href="#/sites">
      {text('repair_switch_on')}
    </a>
  );
}

type BuiltInConnectorsProps = Readonly<{
  /** Ids of built-in connectors that a connector of the person replaces. */
  replaced: ReadonlySet<string>;
  isOn: (id: string) => boolean | undefined;
  onDuplicate: (id: string) => void;
}>;

/** Lists the built-in connectors. Each can be duplicated as a draft. */
export function BuiltInConnectors(props: BuiltInConnectorsProps): JSX.Element {
  const [words, setWords] = useState('');
  const [connectors, setConnectors] = useState<ConnectorHead[]>([]);
  const { run, error } = useAction();
  useEffect(() => void run(async () => setConnectors(await builtInHeads())), []);
  const wanted = words.trim().toLowerCase();
  const shown = connectors.filter(({ name, hosts }) =>
    `${name} ${hosts.join(' ')}`.toLowerCase().includes(wanted),
  );
  return (
    <section class="stack tight">
      <h2>{text('workbench_built_in')}</h2>
      <Problem message={error} />
      <SearchField id="built-in-search" label={text('common_search')} value={words} onInput={setWords} />
      <ul class="card rows built-in">
        {shown.map((connector) => (
          <BuiltInRow key={connector.id} {...props} {...connector} />
        ))}
      </ul>
    </section>
  );
}

function BuiltInRow({
  id,
  name,
  hosts,
  replaced,
  isOn,
  onDuplicate,
}: BuiltInConnectorsProps & ConnectorHead): JSX.Element {
  return (
    <li class="row">
      <ConnectorName name={name} detail={hosts.slice(0, 3).join(', ')} />
      {replaced.has(id) ? (
        <span class="tag">{text('workbench_replaced')}</span>
      ) : (
        <>
          {isOn(id) === true && <OnSites on />}
          <button type="button" class="button small" onClick={() => onDuplicate(id)}>
            {text('workbench_duplicate')}
          </button>
        </>
      )}
    </li>
  );
}

const TONES = { pending: 'wait', accepted: 'good', refused: 'bad' } as const;

/**
 * Lists the connectors that this account submitted, with their state. Shows nothing while signed out, or for
 * a tracker without such a list.
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
          <SubmittedRow key={record.id} record={record} />
        ))}
      </ul>
    </section>
  );
}

function SubmittedRow({
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

/** Trackers may answer anything, so records of another form are left out. */
function readRecords(value: unknown): ConnectorRecord[] {
  if (!Array.isArray(value)) return [];
  return (value as unknown[]).flatMap((one) => connectorRecordSchema.safeParse(one).data ?? []);
}
