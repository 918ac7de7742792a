import type { JSX } from 'preact';
import { valueAt } from '../../../core/workbench/draft-history';
import { type TaughtField, taughtFields } from '../../../core/workbench/page-facts';
import { text } from '../../../platform/browser/i18n';
import { fieldKey } from '../../../ui/text/evidence-text';
import { groupNames, withSource } from '../draft/draft-text';
import type { OpenDraft, DraftPath } from '../draft/use-draft';
import { Proposals } from './proposals';
import type { Picker } from './use-picker';

type TaughtFieldRowProps = Readonly<{
  field: TaughtField;
  /** The value that the draft reads now. */
  found: string | number | undefined;
  /** The value that the page showed before. */
  seen: string | undefined;
  /** Why the value of this field makes the match doubtful; `undefined` if it does not. */
  doubt: string | undefined;
  tried: boolean;
  canPick: boolean;
  /** Path of the sources of this field in the definition. */
  path: DraftPath;
  draft: OpenDraft;
  value: unknown;
  picker: Picker;
}>;

/**
 * One field: its value, the button that picks an element in the page, and the proposals for the picked
 * element.
 */
export function TaughtFieldRow(props: TaughtFieldRowProps): JSX.Element {
  const { field, found, seen, doubt, tried, canPick, path, draft, value, picker } = props;
  const label = text(fieldKey(field));
  return (
    <div class="reading">
      <dt>{label}</dt>
      <dd dir="auto" class={found === undefined ? 'muted' : ''}>
        {found ?? (seen === undefined ? nothingText(tried) : text('workbench_last_seen', seen))}
        {doubt !== undefined && (
          <>
            {' '}
            <span class="tag wait">{doubt}</span>
          </>
        )}
      </dd>
      <dd>{canPick && <PickButton field={field} label={label} picker={picker} />}</dd>
      {picker.picked?.field === field && (
        <dd class="whole">
          <Proposals
            picked={picker.picked}
            groups={groupNames(value)}
            onTake={(source) => takeSource({ draft, value, picker, path }, source)}
            onCancel={() => picker.clear()}
          />
        </dd>
      )}
    </div>
  );
}

function nothingText(tried: boolean): string {
  return text(tried ? 'workbench_not_found' : 'workbench_not_tried');
}

function PickButton({
  field,
  label,
  picker,
}: Pick<TaughtFieldRowProps, 'field' | 'picker'> & Readonly<{ label: string }>): JSX.Element {
  return (
    <button
      type="button"
      class="button small"
      aria-label={text('workbench_point_at', label)}
      disabled={picker.waiting !== undefined}
      onClick={() => picker.start(field)}
    >
      {text('workbench_point')}
    </button>
  );
}

/** Adds a proposed source to the draft and ends the picking. */
export function takeSource(
  { draft, value, picker, path }: Pick<TaughtFieldRowProps, 'draft' | 'value' | 'picker' | 'path'>,
  source: unknown,
): void {
  draft.set(path, withSource(source, valueAt(value, path), draft.record.repairs?.after));
  picker.clear();
}

type OtherFieldsProps = Readonly<{
  /** The connector as the draft has it. */
  value: unknown;
  /** Path of the item of the page that is repaired. */
  item: DraftPath;
  tabId: number;
  /** The field that is repaired now. */
  field: string;
}>;

/** Links to the repair of other fields of the page, in case another field is wrong. */
export function OtherFields({ value, item, tabId, field }: OtherFieldsProps): JSX.Element | null {
  const others = taughtFields.filter((one) => one !== field && valueAt(value, [...item, one]) !== undefined);
  if (others.length === 0) return null;
  const id = String(valueAt(value, ['id']));
  return (
    <p class="row small">
      <span class="muted">{text('workbench_repair_other')}</span>
      {others.map((one) => (
        <a key={one} href={`#/connectors/repair/${id}?tab=${tabId}&field=${one}`}>
          {text(fieldKey(one))}
        </a>
      ))}
    </p>
  );
}
