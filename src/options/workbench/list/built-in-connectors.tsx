import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { connectors } from '../../../connectors';
import { text } from '../../../platform/browser/i18n';
import { SearchField } from '../../../ui/components/search-field';
import { Switch } from '../../../ui/components/switch';
import { ConnectorName } from './connector-name';

interface BuiltInConnectorsProps {
  /** Ids that an own connector replaces. */
  readonly replaced: ReadonlySet<string>;
  readonly isOn: (id: string) => boolean;
  readonly onDuplicate: (id: string) => void;
  readonly onSwitch: (id: string, enabled: boolean) => void;
}

/** The connectors of the extension, to switch or to duplicate as a draft. */
export function BuiltInConnectors(props: BuiltInConnectorsProps): JSX.Element {
  const [words, setWords] = useState('');
  const wanted = words.trim().toLowerCase();
  const shown = connectors.filter(({ name, hosts }) =>
    `${name} ${hosts.join(' ')}`.toLowerCase().includes(wanted),
  );
  return (
    <section class="stack tight">
      <h2>{text('workbench_built_in')}</h2>
      <SearchField id="built-in-search" label={text('workbench_search')} value={words} onInput={setWords} />
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
  onSwitch,
}: BuiltInConnectorsProps & (typeof connectors)[number]): JSX.Element {
  return (
    <li class="row">
      <ConnectorName name={name} detail={hosts.slice(0, 3).join(', ')} />
      {replaced.has(id) ? (
        <span class="tag">{text('workbench_replaced')}</span>
      ) : (
        <>
          <button type="button" class="button small" onClick={() => onDuplicate(id)}>
            {text('workbench_duplicate')}
          </button>
          <Switch on={isOn(id)} label={name} onChange={(enabled) => onSwitch(id, enabled)} />
        </>
      )}
    </li>
  );
}
