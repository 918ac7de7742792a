import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import { builtInHeads } from '../../../platform/files/built-in-connectors';
import type { ConnectorHead } from '../../../protocol/definition/connector-head';
import { Problem } from '../../../ui/components/problem';
import { SearchField } from '../../../ui/components/controls';
import { useAction } from '../../../ui/hooks/use-action';
import { ConnectorName, OnSites } from './connector-name';

type BuiltInConnectorsProps = Readonly<{
  /** Ids that an own connector replaces. */
  replaced: ReadonlySet<string>;
  isOn: (id: string) => boolean | undefined;
  onDuplicate: (id: string) => void;
}>;

/** The connectors of the extension, to duplicate as drafts. */
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
          <Row key={connector.id} {...props} {...connector} />
        ))}
      </ul>
    </section>
  );
}

function Row({
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
