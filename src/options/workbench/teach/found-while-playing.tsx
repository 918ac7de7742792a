import type { JSX } from 'preact';
import { withFoundSources } from '../../../core/workbench/draft-definition';
import { valueAt } from '../../../core/workbench/draft-history';
import { taughtFields, type PageFacts } from '../../../core/workbench/page-facts';
import { isRecord } from '../../../core/values/is-record';
import { text } from '../../../platform/browser/i18n';
import { fieldKey } from '../../../ui/text/field-key';
import type { OpenDraft, Path } from '../draft/use-draft';

/** Offers fields that the page has shown and the draft has no source for. */
export function FoundWhilePlaying({
  draft,
  value,
  item,
  facts,
}: {
  readonly draft: OpenDraft;
  readonly value: unknown;
  /** Path of the item in the definition. */
  readonly item: Path;
  readonly facts: PageFacts | undefined;
}): JSX.Element | null {
  const now = valueAt(value, item);
  const found = taughtFields.flatMap((field) => {
    const best = facts?.fields[field]?.[0];
    const isNew = best !== undefined && valueAt(now, [field]) === undefined;
    return isNew ? [`${text(fieldKey(field))}: ${best.value}`] : [];
  });
  if (facts === undefined || found.length === 0) return null;
  const take = () => draft.set(item, withFoundSources(isRecord(now) ? now : {}, facts));
  return (
    <div class="note stack tight" role="status">
      <p>{text('workbench_found', found.join(' · '))}</p>
      <div>
        <button type="button" class="button small" onClick={take}>
          {text('workbench_take_found')}
        </button>
      </div>
    </div>
  );
}
