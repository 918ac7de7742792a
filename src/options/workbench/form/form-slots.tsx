import type { JSX } from 'preact';
import { valueAt } from '../../../core/workbench/draft-history';
import type { OpenDraft, Path } from '../draft/use-draft';
import { SlotField } from './slot-field';
import type { Slot } from './source-shapes';

/** Fields for plain values of a definition below a path, by their names and types. */
export function FormSlots({
  draft,
  value,
  base,
  label,
  types,
}: {
  readonly draft: OpenDraft;
  readonly value: unknown;
  readonly base: Path;
  readonly label: string;
  readonly types: Readonly<Record<string, Slot['type']>>;
}): JSX.Element {
  return (
    <div class="slots-grid">
      {Object.entries(types).map(([key, type]) => {
        const path = [...base, key];
        return (
          <SlotField
            key={path.join('.')}
            slot={{ key, type }}
            value={valueAt(value, path)}
            label={label}
            onChange={(next) => draft.set(path, next)}
          />
        );
      })}
    </div>
  );
}
