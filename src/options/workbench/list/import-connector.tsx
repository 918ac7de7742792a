import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import { formatDraft } from '../../../core/workbench/draft-history';
import { text } from '../../../platform/browser/i18n';
import type { Definition, Problem } from '../../../protocol/definition/definition';
import { visitDefinition } from '../../../protocol/definition/visit';
import { newKey, saveDraft, draftRoute, goTo } from '../draft/use-draft';
import { ProblemList } from '../draft/problem-list';
import { readConnectorFile, type ReadConnectorFile } from '../file/connector-file';
import { ConnectorRequests } from './connector-requests';
import { accessOf } from '../draft/access-of';

type GoodFile = Extract<ReadConnectorFile, { ok: true }>;

/**
 * Imports a connector from a file as a draft. It first shows what the connector reads. It enables nothing.
 */
export function ImportConnector(): JSX.Element {
  const [found, setFound] = useState<ReadConnectorFile>();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file !== undefined) setFound(readConnectorFile(await file.text()));
    // Cleared, so that choosing the same file again fires an event again.
    if (input.current !== null) input.current.value = '';
  };
  return (
    <>
      <label class="button file-button">
        {text('workbench_import')}
        <input
          ref={input}
          type="file"
          class="hidden"
          accept=".json,application/json"
          onChange={(event) => void read(event.currentTarget.files?.[0])}
        />
      </label>
      {found !== undefined && <FoundFile found={found} onCancel={() => setFound(undefined)} />}
    </>
  );
}

function FoundFile({
  found,
  onCancel,
}: Readonly<{
  found: ReadConnectorFile;
  onCancel: () => void;
}>): JSX.Element {
  const region = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => region.current?.focus(), [found]);
  return (
    <div
      ref={region}
      class="card stack whole"
      role="region"
      aria-label={text('workbench_import')}
      tabIndex={-1}
    >
      {found.ok ? (
        <Summary definition={found.definition} cases={found.cases.length} />
      ) : (
        <Refusal problems={found.problems} />
      )}
      <div class="row">
        {found.ok && (
          <button type="button" class="button main" onClick={() => void keepAsDraft(found)}>
            {text('workbench_import_keep')}
          </button>
        )}
        <button type="button" class="button" onClick={onCancel}>
          {text('common_cancel')}
        </button>
      </div>
    </div>
  );
}

async function keepAsDraft({ definition, cases, seen }: GoodFile): Promise<void> {
  const key = newKey();
  await saveDraft({ key, text: formatDraft(definition), cases, seen, changedAt: Date.now() });
  goTo(draftRoute(key, undefined));
}

function Summary({
  definition,
  cases,
}: Readonly<{
  definition: Definition;
  cases: number;
}>): JSX.Element {
  const kinds = new Set<string>();
  visitDefinition(definition, { source: (source) => void kinds.add(Object.keys(source)[0] ?? '') });
  return (
    <>
      <h2>
        <bdi>{definition.name}</bdi>
      </h2>
      <dl class="facts">
        <dt>{text('workbench_runs_on')}</dt>
        <dd class="mono" dir="ltr">
          {accessOf(definition).join(' ')}
        </dd>
        <dt>{text('workbench_reads')}</dt>
        <dd class="mono" dir="ltr">
          {[...kinds].join(', ')}
        </dd>
        <dt>{text('workbench_view_cases')}</dt>
        <dd>{cases}</dd>
      </dl>
      <ConnectorRequests definition={definition} />
      <p class="small muted">{text('workbench_import_hint')}</p>
    </>
  );
}

function Refusal({ problems }: Readonly<{ problems: Problem[] }>): JSX.Element {
  return (
    <div class="note bad" role="alert">
      <p>{text('workbench_import_wrong')}</p>
      <ProblemList problems={problems} most={6} class="bullets small" />
    </div>
  );
}
