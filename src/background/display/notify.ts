import type { Item } from '../../core/media/item';
import type { StatusKind } from '../../core/status/status';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { notify } from '../../platform/browser/notifications';
import { statusSentence } from '../../platform/browser/status-sentence';

/** Shows a notification when a title was recorded or needs a decision. */
export async function notifyChange(before: TabView | undefined, after: TabView): Promise<void> {
  const message = messageOf(before, after);
  if (message === undefined) return;
  // The browser refuses without the permission; the toolbar icon shows the status in any case.
  await notify(after.tabId, text('extensionName'), message).catch(() => undefined);
}

/** The text of the notification; `undefined` where nothing has changed that deserves one. */
export function messageOf(
  before: TabView | undefined,
  { status, item, private: isPrivate }: TabView,
): string | undefined {
  // The system keeps notifications, so none may name a title of a private window.
  if (isPrivate === true || before?.status.kind === status.kind) return undefined;
  const name = nameOf(item);
  const news = NEWS[status.kind];
  if (name === undefined || news === undefined) return undefined;
  return news === 'recorded'
    ? text('notify_watched', name)
    : text('notify_problem', `${name} – ${statusSentence(status)}`);
}

function nameOf(item: Partial<Item> | undefined): string | undefined {
  if (item?.seriesTitle === undefined && item?.title === undefined) return undefined;
  return [item.seriesTitle, item.title ?? item.episodeTitle].filter(Boolean).join(' · ').slice(0, 150);
}

/** The statuses that are worth a notification. */
const NEWS: Readonly<Partial<Record<StatusKind, 'recorded' | 'problem'>>> = {
  watched: 'recorded',
  'needs-review': 'problem',
  unmatched: 'problem',
  rejected: 'problem',
  'signed-out': 'problem',
};
