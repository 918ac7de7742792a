import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/permissions';
import { send } from '../../platform/messaging/send';
import { showTab } from '../../platform/browser/tabs';
import type { Action } from '../../ui/hooks/use-action';
import { textKey } from '../../ui/text/text-key';
import { openOptions } from '../environment/open-options';
import type { Repair } from './repair';

/** Carries out a repair. What the popup shows itself (search, review) is handed up. */
export function RepairButton({
  repair,
  tabId,
  action,
  onSearch,
  onReview,
}: {
  readonly repair: Repair;
  readonly tabId: number;
  readonly action: Action;
  readonly onSearch: () => void;
  readonly onReview: () => void;
}): JSX.Element {
  const act = () => {
    if (action.busy) return;
    switch (repair.kind) {
      case 'allow': {
        // The browser accepts the question only straight from the click, so it is asked before anything is awaited.
        const asked = requestAccess(repair.origins);
        void action.run(async () => {
          if (await asked) await send('sites.refresh', {});
        });
        return;
      }
      case 'teach':
      case 'settings':
      case 'sign-in':
      case 'see-code':
        openOptions(repair.route);
        return;
      case 'search':
        onSearch();
        return;
      case 'review':
        onReview();
        return;
      case 'switch-on':
        void action.run(() => send('sites.set', { siteId: repair.siteId, enabled: true }));
        return;
      case 'resume':
        void action.run(() => send('settings.set', { pausedUntil: 0 }));
        return;
      case 'scrobble-now':
        void action.run(() => send('tab.scrobble-now', { tabId }));
        return;
      case 'me-again':
        void action.run(() => send('tab.not-me', { tabId, undo: true }));
        return;
      case 'show-tab':
        void showTab(repair.otherTabId).then(() => window.close());
        return;
      case 'retry':
        void action.run(() => send('outbox.retry', {}));
    }
  };
  return (
    <button type="button" class="button main" aria-disabled={action.busy} onClick={act}>
      {text(textKey('repair', repair.kind))}
    </button>
  );
}
