import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import type { TracedSource } from '../../../protocol/workbench';
import type { OpenDraft, Path } from '../draft/use-draft';
import { listAt } from './list-at';
import { SourceEditor } from './source-editor';
import { sourceShapes, startOf } from './source-shapes';
import { SourceTools } from './source-tools';

/** Sources that a field of a definition can have. */
const MAX_SOURCES = 12;

interface SourceListProps {
  readonly draft: OpenDraft;
  /** The whole definition. */
  readonly value: unknown;
  readonly path: Path;
  readonly label: string;
  readonly traced: readonly TracedSource[];
  /** Picks an element in the page for this field; `undefined` where that is not possible now. */
  readonly onPick?: (() => void) | undefined;
}

/** The sources of one field in their order; the first that yields a value is used. */
export function SourceList({ draft, value, path, label, traced, onPick }: SourceListProps): JSX.Element {
  const [open, setOpen] = useState(false);
  const sources = listAt(value, path);
  const toggle = (event: Event) => {
    event.preventDefault();
    setOpen(!open);
  };
  return (
    <details class="sources" open={open}>
      <summary onClick={toggle}>
        <SourceSummary label={label} traced={traced} count={sources.length} />
      </summary>
      <ol class="stack tight">
        {sources.map((source, index) => (
          <li key={index} class="source">
            <SourceEditor
              draft={draft}
              source={source}
              path={[...path, index]}
              label={`${label} ${index + 1}`}
              entry={traced.find((entry) => entry.index === index)}
            />
            <SourceTools {...{ sources, index, label }} onChange={(next) => draft.set(path, next)} />
          </li>
        ))}
      </ol>
      <NewSource
        isFull={sources.length >= MAX_SOURCES}
        onAdd={() => draft.set(path, [...sources, startOf(sourceShapes.text)])}
        onPick={onPick}
      />
    </details>
  );
}

function NewSource({
  isFull,
  onAdd,
  onPick,
}: Pick<SourceListProps, 'onPick'> & {
  readonly isFull: boolean;
  readonly onAdd: () => void;
}): JSX.Element {
  return (
    <div class="row">
      <button type="button" class="link small" disabled={isFull} onClick={onAdd}>
        {text('workbench_add_source')}
      </button>
      {onPick !== undefined && (
        <button type="button" class="link small" onClick={onPick}>
          {text('workbench_point')}
        </button>
      )}
    </div>
  );
}

/** The name of the field, what it yields now, and the number of its sources. */
function SourceSummary({
  label,
  traced,
  count,
}: Pick<SourceListProps, 'label' | 'traced'> & { readonly count: number }): JSX.Element {
  const found = traced.find(({ outcome }) => outcome === 'hit' || outcome === 'remembered')?.value;
  return (
    <>
      <span class="label">{label}</span>
      {found !== undefined && (
        <span class="tag good">
          <bdi>{found}</bdi>
        </span>
      )}
      <span class="small muted">{count === 0 ? text('workbench_no_sources') : count}</span>
    </>
  );
}
