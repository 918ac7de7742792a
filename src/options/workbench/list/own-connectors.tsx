import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';
import type { Definition } from '../../../protocol/definition/definition';
import { ConnectorName } from './connector-name';
import { OnSites } from './on-sites';
import type { ConnectorActions } from './use-connector-actions';

/** The connectors that the person made and uses. */
export function OwnConnectors({
  definitions,
  isOn,
  actions,
}: {
  readonly definitions: readonly Definition[];
  /** `undefined` where the list of sites has no row of its own for it. */
  readonly isOn: (id: string) => boolean | undefined;
  readonly actions: ConnectorActions;
}): JSX.Element | null {
  if (definitions.length === 0) return null;
  return (
    <section class="stack tight">
      <h2>{text('workbench_mine')}</h2>
      <ul class="card rows">
        {definitions.map((definition) => (
          <OwnRow
            key={definition.id}
            definition={definition}
            on={isOn(definition.id)}
            onEdit={() => actions.edit(definition.id, () => definition)}
            onRemove={() => actions.remove(definition)}
          />
        ))}
      </ul>
    </section>
  );
}

function OwnRow({
  definition: { name, hosts },
  on,
  onEdit,
  onRemove,
}: {
  readonly definition: Definition;
  readonly on: boolean | undefined;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}): JSX.Element {
  return (
    <li class="row">
      <ConnectorName name={name} detail={hosts.join(', ')} />
      {on !== undefined && <OnSites on={on} />}
      <button type="button" class="button small" onClick={onEdit}>
        {text('common_edit')}
      </button>
      <button type="button" class="button small" onClick={onRemove}>
        {text('common_remove')}
      </button>
    </li>
  );
}
