import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import type { TracedSource, Trial } from '../../../protocol/workbench';
import { Icon } from '../../../ui/components/icon';
import type { OpenDraft, DraftPath } from '../draft/use-draft';
import { listAt } from './slot-field';
import { SourceEditor } from './source-editor';
import { sourceShapes, startOf } from './source-shapes';
import type { Picker } from '../teach/use-picker';
import { MAX_SOURCES } from '../draft/draft-text';

/** Edits the sources at a path of a definition, and shows what each yields in the trial. */
export function FormSources({
  draft,
  value,
  trial,
  picker,
  path,
  label,
  pickedAs,
}: Readonly<{
  draft: OpenDraft;
  value: unknown;
  trial: Trial | undefined;
  picker: Picker;
  path: DraftPath;
  label: string;
  /** Name of the field for the picker; `undefined` for sources that cannot be picked in the page. */
  pickedAs?: string;
}>): JSX.Element {
  // The trace names a field by its path below the page.
  const field = path.slice(2).join('.');
  const canPick = pickedAs !== undefined && picker.waiting === undefined;
  return (
    <SourceList
      key={path.join('.')}
      draft={draft}
      value={value}
      path={path}
      label={label}
      traced={trial?.trace.filter((entry) => entry.field === field) ?? []}
      onPick={canPick ? () => picker.start(pickedAs) : undefined}
    />
  );
}

type SourceListProps = Readonly<{
  draft: OpenDraft;
  /** The whole definition. */
  value: unknown;
  path: DraftPath;
  label: string;
  traced: TracedSource[];
  /** Picks an element in the page for this field; `undefined` while that is not possible. */
  onPick?: (() => void) | undefined;
}>;

/** Lists the sources of one field in order. The first source that yields a value is used. */
function SourceList({ draft, value, path, label, traced, onPick }: SourceListProps): JSX.Element {
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
}: Pick<SourceListProps, 'onPick'> &
  Readonly<{
    isFull: boolean;
    onAdd: () => void;
  }>): JSX.Element {
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

/** Shows the name of the field, the value that it yields now, and the number of its sources. */
function SourceSummary({
  label,
  traced,
  count,
}: Pick<SourceListProps, 'label' | 'traced'> & Readonly<{ count: number }>): JSX.Element {
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

/** Moves a source up or down, or removes it. A field without sources is removed from the definition. */
function SourceTools({
  sources,
  index,
  label,
  onChange,
}: Readonly<{
  sources: unknown[];
  index: number;
  label: string;
  onChange: (sources: unknown[] | undefined) => void;
}>): JSX.Element {
  const others = sources.filter((_, other) => other !== index);
  const moveTo = (to: number) => onChange([...others.slice(0, to), sources[index], ...others.slice(to)]);
  return (
    <span class="row tools">
      <Tool label={text('workbench_up', label)} disabled={index === 0} onClick={() => moveTo(index - 1)}>
        ↑
      </Tool>
      <Tool
        label={text('workbench_down', label)}
        disabled={index === sources.length - 1}
        onClick={() => moveTo(index + 1)}
      >
        ↓
      </Tool>
      <Tool
        label={text('workbench_remove_source', label)}
        onClick={() => onChange(others.length === 0 ? undefined : others)}
      >
        <Icon name="cross" size={14} />
      </Tool>
    </span>
  );
}

function Tool({
  label,
  disabled = false,
  onClick,
  children,
}: Readonly<{
  label: string;
  disabled?: boolean;
  onClick: () => void;
  children: ComponentChildren;
}>): JSX.Element {
  return (
    <button type="button" class="icon-button" aria-label={label} disabled={disabled} onClick={onClick}>
      {children}
    </button>
  );
}
