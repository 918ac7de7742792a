import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isRecord } from '../../../core/values/is-record';
import { valueAt } from '../../../core/workbench/draft-history';
import { text } from '../../../platform/browser/i18n';
import type { TracedSource } from '../../../protocol/workbench';
import { Icon } from '../../../ui/components/icon';
import type { OpenDraft, DraftPath } from '../draft/use-draft';
import { KindSelect, listAt, SlotField } from './slot-field';
import { kindOf, shapeOf, sourceShapes, startOf, transformShapes, type Slot } from './source-shapes';

const GUARD_SLOTS: Slot[] = [
  { key: 'of', type: 'json' },
  { key: 'equals', type: 'text' },
  { key: 'contains', type: 'text' },
  { key: 'matches', type: 'text' },
  { key: 'not', type: 'flag' },
];

const MAX_TRANSFORMS = 10;
const MAX_GUARDS = 4;
const REMEMBER: Slot = { key: 'remember', type: 'flag' };

interface SourceEditorProps extends SourcePartProps {
  readonly source: unknown;
  readonly entry: TracedSource | undefined;
}

/** One source: its kind and values, its transforms, its guards, and what it yields now. */
export function SourceEditor({ source, entry, ...part }: SourceEditorProps): JSX.Element {
  const [showsAll, setShowsAll] = useState(false);
  const { draft, path, label } = part;
  const transforms = listAt(source, ['transforms']);
  const guards = listAt(source, ['guards']);
  return (
    <div class="stack tight grow">
      <SourceSlots {...part} source={source} showsAll={showsAll} />
      {transforms.map((transform, index) => (
        <TransformRow
          key={index}
          draft={draft}
          label={label}
          transform={transform}
          path={[...path, 'transforms', index]}
        />
      ))}
      {guards.map((guard, index) => (
        <GuardRow key={index} draft={draft} label={label} guard={guard} path={[...path, 'guards', index]} />
      ))}
      <div class="row small">
        <AddButtons {...part} transforms={transforms} guards={guards} />
        <button type="button" class="link" aria-expanded={showsAll} onClick={() => setShowsAll(!showsAll)}>
          {text(showsAll ? 'workbench_less' : 'workbench_more')}
        </button>
        {entry !== undefined && <Outcome entry={entry} />}
      </div>
    </div>
  );
}

function AddButtons({
  draft,
  path,
  transforms,
  guards,
}: SourcePartProps &
  Readonly<{
    transforms: unknown[];
    guards: unknown[];
  }>): JSX.Element {
  return (
    <>
      <button
        type="button"
        class="link"
        disabled={transforms.length >= MAX_TRANSFORMS}
        onClick={() =>
          draft.set([...path, 'transforms'], [...transforms, startOf(transformShapes.seasonEpisode)])
        }
      >
        {text('workbench_add_transform')}
      </button>
      <button
        type="button"
        class="link"
        disabled={guards.length >= MAX_GUARDS}
        onClick={() => draft.set([...path, 'guards'], [...guards, { contains: '{id}' }])}
      >
        {text('workbench_add_guard')}
      </button>
    </>
  );
}

/** The kind of a source and its values. Empty optional values appear only with `showsAll`. */
function SourceSlots({
  draft,
  path,
  label,
  source,
  showsAll,
}: SourcePartProps & Readonly<{ source: unknown; showsAll: boolean }>): JSX.Element {
  const kind = kindOf(source, sourceShapes) ?? 'text';
  const isShown = ({ key, start }: Slot) =>
    showsAll || start !== undefined || valueAt(source, [key]) !== undefined;
  const remembers = valueAt(source, ['remember']) === true;
  const slots = shapeOf(kind, sourceShapes).filter(isShown);
  return (
    <div class="row slots">
      <KindSelect
        label={text('workbench_kind', label)}
        kinds={Object.keys(sourceShapes)}
        value={kind}
        onChange={(next) => draft.set(path, changedKind(source, next))}
      />
      {[...slots, ...(showsAll || remembers ? [REMEMBER] : [])].map((slot) => (
        <SlotField
          key={slot.key}
          slot={slot}
          value={valueAt(source, [slot.key])}
          label={label}
          onChange={(next) => draft.set([...path, slot.key], next)}
        />
      ))}
    </div>
  );
}

/** A new source of another kind. It keeps the transforms, the guards and `remember` of the old one. */
function changedKind(source: unknown, kind: string): Readonly<Record<string, unknown>> {
  const old = isRecord(source) ? source : {};
  const kept = ['transforms', 'guards'].filter((key) => listAt(old, [key]).length > 0);
  if (old['remember'] === true) kept.push('remember');
  return {
    ...startOf(shapeOf(kind, sourceShapes)),
    ...Object.fromEntries(kept.map((key) => [key, old[key]])),
  };
}

const TONES: Readonly<Record<TracedSource['outcome'], string>> = {
  hit: 'good',
  remembered: 'good',
  refused: 'bad',
  miss: '',
};

function Outcome({ entry: { outcome, value } }: Readonly<{ entry: TracedSource }>): JSX.Element {
  return (
    <span class={`tag ${TONES[outcome]}`}>
      <bdi>{value ?? text(`workbench_outcome_${outcome}`)}</bdi>
    </span>
  );
}

/** One guard of a source: the condition for using what it yields. */
function GuardRow({
  draft,
  path,
  label,
  guard,
}: SourcePartProps & Readonly<{ guard: unknown }>): JSX.Element {
  return (
    <div class="row slots inner">
      <span class="small muted">{text('workbench_guard')}</span>
      {GUARD_SLOTS.map((slot) => (
        <SlotField
          key={slot.key}
          slot={slot}
          value={valueAt(guard, [slot.key])}
          label={label}
          onChange={(next) => draft.set([...path, slot.key], next)}
        />
      ))}
      <button
        type="button"
        class="icon-button"
        aria-label={text('workbench_remove_guard', label)}
        onClick={() => draft.set(path, undefined)}
      >
        <Icon name="cross" size={12} />
      </button>
    </div>
  );
}

function TransformRow({
  draft,
  path,
  label,
  transform,
}: SourcePartProps & Readonly<{ transform: unknown }>): JSX.Element {
  const kind = kindOf(transform, transformShapes) ?? 'regex';
  return (
    <div class="row slots inner">
      <span class="arrow" aria-hidden="true">
        →
      </span>
      <KindSelect
        label={text('workbench_transform', label)}
        kinds={Object.keys(transformShapes)}
        value={kind}
        onChange={(next) => draft.set(path, startOf(shapeOf(next, transformShapes)))}
      />
      {shapeOf(kind, transformShapes).map((slot) => (
        <SlotField
          key={slot.key}
          slot={slot}
          value={valueAt(transform, [slot.key])}
          label={label}
          onChange={(next) => draft.set([...path, slot.key], next)}
        />
      ))}
      <button
        type="button"
        class="icon-button"
        aria-label={text('workbench_remove_transform', label)}
        onClick={() => draft.set(path, undefined)}
      >
        <Icon name="cross" size={12} />
      </button>
    </div>
  );
}

/** Properties of the components that edit a part of a source. */
type SourcePartProps = Readonly<{
  draft: OpenDraft;
  /** Path of the part in the definition. */
  path: DraftPath;
  /** Name of the source, for screen readers. */
  label: string;
}>;
