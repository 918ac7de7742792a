import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { accessOf } from '../workbench/draft/access-of';
import { ConnectorRequests } from '../workbench/list/connector-requests';
import type { BackupChanges } from './backup-changes';

/** The connectors of a backup with what each runs on and requests. They are turned off when restored. */
export function ArrivingConnectors({
  changes: { connectors, replaced },
}: {
  readonly changes: Pick<BackupChanges, 'connectors' | 'replaced'>;
}): JSX.Element {
  return (
    <>
      {connectors.map((definition) => (
        <section key={definition.id} class="stack tight small">
          <strong>
            <bdi>{definition.name}</bdi>
          </strong>
          {definition.id in replaced && (
            <span>{text('data_part_replaces', replaced[definition.id] ?? '')}</span>
          )}
          <span>{text('workbench_runs_on')}</span>
          <span class="mono" dir="ltr">
            {accessOf(definition).join(' ')}
          </span>
          <ConnectorRequests definition={definition} />
        </section>
      ))}
    </>
  );
}
