import type { JSX } from 'preact';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { statusSentence } from '../../platform/browser/status-sentence';
import { RawText } from '../../ui/components/raw-text';
import { timeOnly } from '../../ui/text/format';
import { statusTone } from '../../ui/text/status-tone';
import type { NowProps } from './now-props';
import { repairOf } from './repair';
import { RepairButton } from './repair-button';
import { statusDetail } from './status-detail';

/** The sentence of the status, its detail, and the button that repairs it. */
export function StatusLine({ view, account, action, unseen, onSearch, onReview }: NowProps): JSX.Element {
  const repair = repairOf(view, account, unseen);
  const detail = statusDetail(view, unseen);
  return (
    <div class="status" role="status">
      <span class={`dot ${statusTone(view.status)}`} />
      <div class="stack tight grow">
        <p class="sentence">{sentenceOf(view, unseen)}</p>
        {detail !== undefined && (
          <p class="small muted clamp" dir="auto">
            {detail}
          </p>
        )}
        {view.status.kind === 'rejected' && <RawText>{view.status.message}</RawText>}
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

/** As in the tooltip of the icon, with what only the popup has room for. */
function sentenceOf({ status, siteName, sent }: TabView, unseen: boolean): string {
  if (status.kind === 'no-player' && siteName !== undefined)
    return unseen ? text('now_unseen') : text('now_ready', siteName);
  if (status.kind === 'watched' && sent !== undefined) return text('now_added', timeOnly(sent.at));
  return statusSentence(status);
}
