import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { notify } from '../../platform/browser/notifications';
import { statusSentence } from '../../ui/text/status-sentence';
import { settingsStore } from '../../platform/storage/stores';

/** Says that something was watched, or needs a hand, once when it becomes so; only where the person asked to be told. */
export async function notifyChange(before: TabView | undefined, after: TabView): Promise<void> {
  const words = messageOf(before, after);
  if (words === undefined || !(await settingsStore.get()).notifications) return;
  // Without the permission the browser refuses; the status is on the icon all the same.
  await notify(after.tabId, text('extensionName'), words).catch(() => undefined);
}

/** What a notification would say; undefined where there is no news. */
export function messageOf(
  before: TabView | undefined,
  { status, item, private: isPrivate }: TabView,
): string | undefined {
  const title = item?.seriesTitle ?? item?.title;
  // What is watched in a private window is nobody's business, not even the notification centre's.
  if (isPrivate === true || title === undefined || before?.status.kind === status.kind) return undefined;
  const name = [item?.seriesTitle, item?.title ?? item?.episodeTitle]
    .filter(Boolean)
    .join(' · ')
    .slice(0, 150);
  switch (status.kind) {
    case 'watched':
      return text('notify_watched', name);
    case 'needs-review':
    case 'unmatched':
    case 'rejected':
    case 'signed-out':
      return text('notify_problem', `${name} – ${statusSentence(status)}`);
    case 'no-access':
    case 'site-off':
    case 'paused':
    case 'unsupported':
    case 'no-player':
    case 'skipped':
    case 'unreadable':
    case 'queued':
    case 'scrobbling':
      return undefined;
  }
}
