import type { JSX } from 'preact';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { statusSentence } from '../../platform/browser/status-sentence';
import { timeOnly } from '../../ui/text/format';
import { statusTone } from '../../ui/text/status-tone';
import type { NowProps } from './now-props';
import { repairOf } from './repair';
import { RepairButton } from './repair-button';
import { statusDetail } from './status-detail';

/** The sentence of the status, its detail, and the button that repairs it. */
export function StatusLine({
  view,
  account,
  action,
  noPlayer,
  audible,
  onSearch,
  onReview,
}: NowProps): JSX.Element {
  const repair = repairOf(view, account, { noPlayer, audible });
  const detail = repair === undefined && view.status.kind === 'unsupported' ? undefined : statusDetail(view);
  return (
    <div class="status" role="status">
      <span class={`dot ${statusTone(view.status)}`} />
      <div class="stack tight grow">
        <p class="sentence">{sentenceOf(view, noPlayer)}</p>
        {detail && <p class="small muted">{detail}</p>}
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
function sentenceOf({ status, siteName, sent }: TabView, noPlayer: NowProps['noPlayer']): string {
  if (status.kind === 'no-player' && noPlayer === 'uncovered') return text('workbench_not_covered');
  if (status.kind === 'no-player' && siteName !== undefined)
    return noPlayer === 'unseen' ? text('now_unseen') : text('now_ready', siteName);
  if (status.kind === 'watched' && sent !== undefined) return text('now_added', timeOnly(sent.at));
  return statusSentence(status);
}
