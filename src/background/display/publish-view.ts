import type { TabView, StatusKind } from '../../core/status/status';
import { deepEqual } from '../../core/values/deep-equal';
import { setToolbar, setCommonBadge } from '../../platform/browser/toolbar';
import {
  allViews,
  storeViews,
  viewStore,
  countsStore,
  type OutboxCounts,
} from '../../platform/storage/stores';
import type { Item } from '../../core/media/item';
import { text, statusSentence } from '../../platform/browser/i18n';
import { notify } from '../../platform/browser/notifications';
import type { AppContext } from '../context/context';
import type { Environment } from '../sites/environment';
import type { TabState } from '../state/tab-state';
import { collectFacts, readShared, toTabView } from './collect-facts';
import { toolbarStateOf } from './toolbar';
import { shownState } from '../../core/outbox/queued-entries';
import { accountKey } from '../account/account';
import { accountsOfQueue, countUnsent } from '../state/outbox-queue';

/**
 * Updates what people see of a tab: the view of the popup, the toolbar icon, and notifications.
 * `isNewDocument`: the browser has reset the tab's icon.
 */
export async function publishView(
  context: AppContext,
  environment: Environment,
  state: TabState,
  isNewDocument = false,
): Promise<void> {
  const [shared, before] = await Promise.all([readShared([state]), viewStore(state.tabId).get()]);
  const view = toTabView(await collectFacts(context, environment, shared, state));
  await storeViews([view]);
  await showChange(environment, before, view, isNewDocument);
}

/** The same for several tabs: shared facts are read once, and only changes are stored and shown. */
export async function publishViews(
  context: AppContext,
  environment: Environment,
  states: TabState[],
): Promise<void> {
  const [shared, stored] = await Promise.all([readShared(states), allViews()]);
  const known = new Map(stored.map((view) => [view.tabId, view]));
  const views = await Promise.all(
    states.map(async (state) => toTabView(await collectFacts(context, environment, shared, state))),
  );
  const changed = views.filter(
    (view) => !deepEqual({ ...known.get(view.tabId), updatedAt: view.updatedAt }, view),
  );
  await storeViews(changed);
  await Promise.all(changed.map((view) => showChange(environment, known.get(view.tabId), view)));
}

/** Shows a view on the toolbar and as a notification, if it differs from the previous one. */
async function showChange(
  { settings }: Environment,
  before: TabView | undefined,
  view: TabView,
  isNewDocument = false,
): Promise<void> {
  // The toolbar follows from these alone. To compute its texts takes longer than to compare them.
  const { status, item } = view;
  if (isNewDocument || !deepEqual([before?.status, before?.item], [status, item]))
    await setToolbar(view.tabId, toolbarStateOf(view));
  if (settings.notifications) await notifyChange(before, view);
}

/** Shows a notification when a title was recorded or needs a decision. */
async function notifyChange(before: TabView | undefined, after: TabView): Promise<void> {
  const message = messageOf(before, after);
  if (message === undefined) return;
  // The browser refuses without the permission; the toolbar icon still shows the status.
  await notify(after.tabId, text('extensionName'), message).catch(() => undefined);
}

/** The text of the notification; `undefined` if no change deserves one. */
export function messageOf(
  before: TabView | undefined,
  { status, item, private: isPrivate }: TabView,
): string | undefined {
  // The system keeps notifications, so none may name a title from a private window.
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

/**
 * Publishes how many entries of the outbox wait: as counts for the pages, and as a badge if a person has to
 * decide.
 */
export async function publishCounts(context: AppContext): Promise<void> {
  const counts = await countEntries(context);
  // Each write wakes the pages that watch the counts.
  if (!deepEqual(await countsStore.get(), counts)) await countsStore.set(counts);
  // Even if the counts are unchanged: they survive a restart of the browser, but the badge does not.
  const { review, unmatched, parked, foreign } = counts;
  const decisions = review + unmatched + parked + foreign;
  await setCommonBadge(decisions === 0 ? '' : String(decisions));
}

async function countEntries(context: AppContext): Promise<OutboxCounts> {
  const [accounts, own] = await Promise.all([accountsOfQueue(context), accountKey(context)]);
  const counts = { waiting: 0, review: 0, unmatched: 0, parked: 0, foreign: 0 };
  for (const account of accounts)
    for (const { group, count } of await countUnsent(context, account))
      counts[shownState(group, account, own)] += count;
  return counts;
}
