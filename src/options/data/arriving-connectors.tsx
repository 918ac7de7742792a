import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import type { Definition } from '../../protocol/definition/definition';
import { useAnswer } from '../../ui/hooks/use-answer';
import { accessOf } from '../workbench/draft/access-of';

/** The connectors of a backup with what each runs on and requests. They are turned off when restored. */
export function ArrivingConnectors({
  connectors,
}: {
  readonly connectors: readonly Definition[];
}): JSX.Element {
  const { value: sites } = useAnswer('sites.list', {});
  return (
    <>
      <span>{text('data_part_connectors', connectors.length)}</span>
      <span class="small muted">{text('data_part_connectors_hint')}</span>
      {connectors.map((definition) => (
        <Facts
          key={definition.id}
          definition={definition}
          replaced={sites?.find(({ id }) => id === definition.id)?.name}
        />
      ))}
    </>
  );
}

function Facts({
  definition,
  replaced,
}: {
  readonly definition: Definition;
  readonly replaced: string | undefined;
}): JSX.Element {
  const requests = Object.values(definition.endpoints ?? {}).flatMap(({ urls, method = 'GET' }) =>
    urls.map((url) => `${method} ${url}`),
  );
  return (
    <span class="stack tight small">
      <strong>
        <bdi>{definition.name}</bdi>
      </strong>
      {replaced !== undefined && <span>{text('data_part_replaces', replaced)}</span>}
      <span>{text('workbench_runs_on')}</span>
      <span class="mono" dir="ltr">
        {accessOf(definition).join(' ')}
      </span>
      {requests.length > 0 && (
        <>
          <span>{text('workbench_asks')}</span>
          <span class="mono" dir="ltr">
            {requests.join(' ')}
          </span>
        </>
      )}
    </span>
  );
}
