import { parseDraft, valueAt } from '../../../core/workbench/draft-history';
import type { DraftRecord } from '../../../core/workbench/draft-record';
import { text } from '../../../platform/browser/i18n';

/** The id in a draft; empty where it has none or its text is not JSON. */
export function draftId(draft: DraftRecord): string {
  return textIn(draft, 'id') ?? '';
}

/** The name in a draft, for people. */
export function draftName(draft: DraftRecord): string {
  return textIn(draft, 'name') ?? text('workbench_unnamed');
}

function textIn(draft: DraftRecord, field: string): string | undefined {
  const parsed = parseDraft(draft.text);
  const value = parsed.ok ? valueAt(parsed.value, [field]) : undefined;
  return typeof value === 'string' ? value : undefined;
}
