import type { JSX } from 'preact';
import { statusSentence } from '../../platform/browser/status-sentence';
import { statusTone } from '../../ui/text/status-tone';
import type { NowProps } from './now-props';
import { repairOf } from './repair';
import { RepairButton } from './repair-button';
import { statusDetail } from './status-detail';

/** The sentence of the status, its detail, and the button that repairs it. */
export function StatusLine({ view, account, action, onSearch, onReview }: NowProps): JSX.Element {
  const repair = repairOf(view, account);
  const detail = statusDetail(view.status);
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
