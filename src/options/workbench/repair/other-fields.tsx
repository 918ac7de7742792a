import type { JSX } from 'preact';
import { valueAt } from '../../../core/workbench/draft-history';
import { taughtFields } from '../../../core/workbench/page-facts';
import { text } from '../../../platform/browser/i18n';
import { fieldKey } from '../../../ui/text/evidence-text';
import type { DraftPath } from '../draft/use-draft';

type OtherFieldsProps = Readonly<{
  /** The connector as the draft has it. */
  value: unknown;
  /** Path of the item of the page that is repaired. */
  item: DraftPath;
  tabId: number;
  /** The one that is repaired now. */
  field: string;
}>;

/** Links to the repair of other fields of the page, in case this one is not the wrong one. */
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
