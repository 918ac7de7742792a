import type { JSX } from 'preact';
import { useRef, useState } from 'preact/hooks';
import { formatDraft } from '../../../core/workbench/draft-history';
import { text } from '../../../platform/browser/i18n';
import { visitDefinition } from '../../../protocol/definition/visit';
import type { Definition, Problem } from '../../../protocol/definition';
import { newKey, saveDraft } from '../draft/draft-storage';
import { accessOf } from '../draft/access-of';
import { readConnectorFile, type ReadFile } from '../file/connector-file';
import { draftRoute, goTo } from '../draft/go-to';

/** Reads a connector from a file. Before anything is kept it says what would be read, and where; it is never enabled by this. */
export function ImportConnector(): JSX.Element {
  const [found, setFound] = useState<ReadFile>();
  const input = useRef<HTMLInputElement>(null);
  const read = async (file: File | undefined) => {
    if (file !== undefined) setFound(readConnectorFile(await file.text()));
    if (input.current !== null) input.current.value = '';
  };
  const keep = async (good: Extract<ReadFile, { ok: true }>) => {
    const key = newKey();
    await saveDraft({ key, text: formatDraft(good.definition), cases: good.cases, changedAt: Date.now() });
    goTo(draftRoute(key, undefined));
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
      {found !== undefined && (
        <div class="card stack whole" role="region" aria-label={text('workbench_import')}>
          {found.ok ? (
            <Summary definition={found.definition} cases={found.cases.length} />
          ) : (
            <Mistakes problems={found.problems} />
          )}
          <div class="row">
            {found.ok && (
              <button type="button" class="button main" onClick={() => void keep(found)}>
                {text('workbench_import_keep')}
              </button>
            )}
            <button type="button" class="button" onClick={() => setFound(undefined)}>
              {text('common_cancel')}
            </button>
          </div>
        </div>
      )}
    </>
  );
}

function Summary({
  definition,
  cases,
}: {
  readonly definition: Definition;
  readonly cases: number;
}): JSX.Element {
  const kinds = new Set<string>();
  visitDefinition(definition, { source: (source) => void kinds.add(Object.keys(source)[0] ?? '') });
  const asked = Object.values(definition.endpoints ?? {}).flatMap(({ urls }) => urls);
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
        {asked.length > 0 && (
          <>
            <dt>{text('workbench_asks')}</dt>
            <dd class="mono" dir="ltr">
              {asked.join(' ')}
            </dd>
          </>
        )}
        <dt>{text('workbench_view_cases')}</dt>
        <dd>{cases}</dd>
      </dl>
      <p class="small muted">{text('workbench_import_hint')}</p>
    </>
  );
}

function Mistakes({ problems }: { readonly problems: readonly Problem[] }): JSX.Element {
  return (
    <div class="note bad" role="alert">
      <p>{text('workbench_import_wrong')}</p>
      <ul class="bullets small">
        {problems.slice(0, 6).map(({ path, message }) => (
          <li key={`${path}${message}`}>
            <code dir="ltr">{path}</code> {message}
          </li>
        ))}
      </ul>
    </div>
  );
}
