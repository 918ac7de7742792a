import type { JSX } from 'preact';
import type { Status } from '../../core/status/status';
import { text } from '../../platform/browser/i18n';
import { relative } from '../../ui/text/format';
import { statusSentence } from '../../ui/text/status-sentence';
import { statusTone } from '../../ui/text/status-tone';
import { textKey } from '../../ui/text/text-key';
import type { NowProps } from './now-props';
import { repairOf } from './repair';
import { RepairButton } from './repair-button';

/** The sentence and its one button. */
export function StatusLine({ view, account, action, onSearch, onReview }: NowProps): JSX.Element {
  const repair = repairOf(view, account);
  const detail = detailOf(view.status);
  return (
    <div class="status" role="status">
      <span class={`dot ${statusTone(view.status)}`} />
      <div class="stack tight grow">
        <p class="sentence">{statusSentence(view.status)}</p>
        {detail !== undefined && (
          <p class="small muted clamp" dir="auto">
            {detail}
          </p>
        )}
      </div>
      {repair !== undefined && (
        <RepairButton
          repair={repair}
          tabId={view.tabId}
          action={action}
          onSearch={onSearch}
          onReview={onReview}
        />
      )}
    </div>
  );
}

function detailOf(status: Status): string | undefined {
  switch (status.kind) {
    case 'rejected':
      return status.message;
    case 'queued':
      return status.retryAt === undefined
        ? undefined
        : text('now_next_try', relative(status.retryAt, Date.now()));
    case 'unreadable':
      return status.missing.length === 0
        ? text('hint_unreadable')
        : text('now_missing', status.missing.map((field) => fieldName(field)).join(', '));
    case 'no-access':
      return text(
        'now_asked_for',
        status.origins
          .map((origin) => origin.replace(/^\*?[a-z]*:\/\/|\/\*?$/g, ''))
          .slice(0, 4)
          .join(', '),
      );
    case 'no-player':
    case 'unsupported':
    case 'signed-out':
      return text(textKey('hint', status.kind));
    case 'site-off':
    case 'paused':
    case 'skipped':
    case 'unmatched':
    case 'needs-review':
    case 'scrobbling':
    case 'watched':
      return undefined;
  }
}

/** The word for a field of the item, or the field's own name where there is none. */
function fieldName(field: string): string {
  const key = textKey('field', field);
  const found = text(key);
  return found === key ? field : found;
}
