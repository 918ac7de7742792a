import type { JSX } from 'preact';
import { valueAt } from '../../../core/workbench/draft-history';
import { text } from '../../../platform/browser/i18n';
import { Icon } from '../../../ui/components/icon';
import { KindSelect } from './kind-select';
import { SlotField } from './slot-field';
import type { SourcePartProps } from './source-part';
import { kindOf, shapeOf, startOf, transformShapes } from './source-shapes';

/** One transform of a source. */
export function TransformRow({
  draft,
  path,
  label,
  transform,
}: SourcePartProps & { readonly transform: unknown }): JSX.Element {
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
