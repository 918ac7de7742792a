import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/page-access';
import { reloadTab } from '../../platform/browser/page-only';
import { showTab } from '../../platform/browser/tabs';
import { send } from '../../platform/messaging/send';
import { textKey } from '../../core/text/text-key';
import { openOptions } from '../environment/open-options';
import type { NowProps } from './now-props';
import type { Repair } from './repair';

interface RepairButtonProps extends Pick<NowProps, 'action' | 'onSearch' | 'onReview'> {
  readonly repair: Repair;
  readonly tabId: number;
}

/** The button of a repair. The search and the review are views of the popup and belong to the caller. */
export function RepairButton(props: RepairButtonProps): JSX.Element {
  const { repair, action } = props;
  return (
    <button
      type="button"
      class="button main"
      aria-disabled={action.busy}
      onClick={() => {
        if (!action.busy) carryOut(repair, props);
      }}
    >
      {text(repair.kind === 'fix' ? 'now_fix_site' : textKey('repair', repair.kind))}
    </button>
  );
}

function carryOut(repair: Repair, { tabId, action, onSearch, onReview }: RepairButtonProps): void {
  if ('route' in repair) return openOptions(repair.route);
  if ('origins' in repair) {
    // Browsers accept a request for access only in the click itself, so it comes before anything is awaited.
    const request = requestAccess(repair.origins);
    return void action.run(async () => {
      if (await request) await send('sites.refresh', {});
    });
  }
  if ('siteId' in repair)
    return void action.run(() => send('sites.set', { siteId: repair.siteId, enabled: true }));
  if ('otherTabId' in repair) return void showTab(repair.otherTabId).then(() => window.close());
  const plain = {
    search: onSearch,
    review: onReview,
    resume: () => void action.run(() => send('settings.set', { pausedUntil: 0 })),
    'scrobble-now': () => void action.run(() => send('tab.scrobble-now', { tabId })),
    'me-again': () => void action.run(() => send('tab.not-me', { tabId, undo: true })),
    reload: () => void reloadTab(tabId).then(() => window.close()),
    retry: () => void action.run(() => send('outbox.retry', {})),
  };
  plain[repair.kind]();
}
