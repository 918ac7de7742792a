import type { JSX } from 'preact';
import { valueAt } from '../../../core/workbench/draft-history';
import { text } from '../../../platform/browser/i18n';
import type { OpenDraft, DraftPath } from '../draft/use-draft';

const KINDS = ['any', 'movie', 'episode'] as const;
export type ShownKind = (typeof KINDS)[number];

/** The kind of title that the draft states for the page; `any`: the values decide. */
export function shownKind(value: unknown, item: DraftPath): ShownKind {
  const stated = valueAt(value, [...item, 'type', 0, 'constant']);
  return KINDS.find((kind) => kind === stated) ?? 'any';
}

/**
 * Lets the person state the kind of title. For an episode, a missing number is then waited for, instead of
 * reading a film.
 */
export function ShownKindChoice({
  draft,
  value,
  item,
}: Readonly<{
  draft: OpenDraft;
  value: unknown;
  /** Path of the item in the definition. */
  item: DraftPath;
}>): JSX.Element | null {
  // A repair changes one field only.
  if (draft.record.repairs !== undefined) return null;
  const choose = (kind: string) =>
    draft.set([...item, 'type'], kind === 'any' ? undefined : [{ constant: kind }]);
  return (
    <div class="field">
      <label for="workbench-shows">{text('workbench_shows')}</label>
      <select
        id="workbench-shows"
        value={shownKind(value, item)}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        {KINDS.map((kind) => (
          <option key={kind} value={kind}>
            {text(`workbench_shows_${kind}`)}
          </option>
        ))}
      </select>
    </div>
  );
}
