import type { JSX } from 'preact';
import { valueAt } from '../../../core/workbench/draft-history';
import { text } from '../../../platform/browser/i18n';
import { Icon } from '../../../ui/components/icon';
import { SlotField } from './slot-field';
import type { SourcePartProps } from './source-part';
import type { Slot } from './source-shapes';

const GUARD_SLOTS: readonly Slot[] = [
  { key: 'of', type: 'json' },
  { key: 'equals', type: 'text' },
  { key: 'contains', type: 'text' },
  { key: 'matches', type: 'text' },
  { key: 'not', type: 'flag' },
];

/** One guard of a source: the condition for using what it yields. */
export function GuardRow({
  draft,
  path,
  label,
  guard,
}: SourcePartProps & { readonly guard: unknown }): JSX.Element {
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
