import type { JSX } from 'preact';
import { text } from '../../../platform/browser/i18n';
import type { Definition } from '../../../protocol/definition/definition';
import { Switch } from '../../../ui/components/switch';
import { ConnectorName } from './connector-name';
import type { ConnectorActions } from './use-connector-actions';

/** The connectors that the person made and uses. */
export function OwnConnectors({
  definitions,
  isOn,
  actions,
}: {
  readonly definitions: readonly Definition[];
  readonly isOn: (id: string) => boolean;
  readonly actions: ConnectorActions;
}): JSX.Element | null {
  if (definitions.length === 0) return null;
  return (
    <section class="stack tight">
      <h2>{text('workbench_mine')}</h2>
      <ul class="card rows">
        {definitions.map((definition) => (
          <li key={definition.id} class="row">
            <ConnectorName name={definition.name} detail={definition.hosts.join(', ')} />
            <button
              type="button"
              class="button small"
              onClick={() => actions.edit(definition.id, () => definition)}
            >
              {text('common_edit')}
            </button>
            <button type="button" class="button small" onClick={() => actions.remove(definition)}>
              {text('common_remove')}
            </button>
            <Switch
              on={isOn(definition.id)}
              label={definition.name}
              onChange={(enabled) => actions.switchSite(definition.id, enabled)}
            />
          </li>
        ))}
      </ul>
    </section>
  );
}
