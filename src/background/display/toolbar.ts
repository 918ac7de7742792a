import type { SkipReason } from '../../core/session/observation';
import type { Status, StatusKind, TabView } from '../../core/status/status';
import { defined } from '../../core/values/defined';
import { type IconState, type ToolbarState, setToolbar } from '../../platform/browser/toolbar';
import { statusSentence, text } from '../../platform/browser/i18n';
import { tab } from '../../platform/browser/tabs';
import type { AppContext } from '../context/context';
import { readEnvironment } from '../sites/environment';
import { tabStore } from '../state/tab-state';
import { collectFacts, readShared, toTabView } from './collect-facts';
import { isPaused } from '../../core/settings/settings';
import { setMenu, type MenuEntry } from '../../platform/browser/worker-events';
import { settingsStore } from '../../platform/storage/stores';

/** The toolbar of a tab: one of five icons, a badge if something is wrong, and the status as tooltip. */
export function toolbarStateOf({ status, item }: TabView): ToolbarState {
  const title = item?.seriesTitle ?? item?.title;
  const icon = iconOf(status);
  const badge = icon === 'attention' ? badgeOf(status) : undefined;
  return {
    icon,
    title: `${title?.slice(0, 100) ?? 'Matinee'} – ${statusSentence(status)}`,
    ...defined({ badge }),
  };
}

/** Statuses that are retried automatically have another badge than those that need the person. */
function badgeOf({ kind }: Status): string {
  return kind === 'queued' ? '…' : '!';
}

function iconOf(status: Status): IconState {
  if (status.kind === 'queued' && status.reason === 'starting') return 'playing';
  if (status.kind === 'skipped' && CHOSEN_SKIPS.includes(status.reason)) return 'off';
  return ICONS[status.kind];
}

/** Skips that result from a person's choice. */
const CHOSEN_SKIPS: SkipReason[] = ['not-me', 'private-window', 'type-off'];

const ICONS: Readonly<Record<StatusKind, IconState>> = {
  'no-access': 'attention',
  'site-off': 'off',
  paused: 'off',
  unsupported: 'idle',
  'no-player': 'idle',
  skipped: 'idle',
  unreadable: 'attention',
  unmatched: 'attention',
  'needs-review': 'attention',
  'signed-out': 'attention',
  queued: 'attention',
  scrobbling: 'playing',
  watched: 'watched',
  rejected: 'attention',
};

/**
 * Shows the current state of a tab on the toolbar, and returns it. Also for tabs without a script: a click on
 * the icon, or a keyboard shortcut, gives access to the tab's address.
 */
export async function showToolbar(context: AppContext, tabId: number): Promise<TabView> {
  const [found, environment, state] = await Promise.all([
    tab(tabId),
    readEnvironment(context),
    tabStore(tabId).get(),
  ]);
  const view = toTabView(
    await collectFacts(context, environment, await readShared([state]), state, found?.url),
  );
  await setToolbar(tabId, toolbarStateOf(view));
  return view;
}

/**
 * Sets the menu of the toolbar icon. Pause and resume are two entries, one of them visible, so that even an
 * outdated entry does what its label says.
 */
export async function refreshMenu(now: number): Promise<void> {
  const paused = isPaused(await settingsStore.get(), now);
  const entry = (id: string, key: string, visible = true): MenuEntry => ({ id, title: text(key), visible });
  await setMenu([
    entry('scrobble-now', 'repair_scrobble_now'),
    entry('pause', 'menu_pause', !paused),
    entry('resume', 'repair_resume', paused),
    entry('pause-here', 'command_pause'),
    entry('options', 'common_settings'),
  ]);
}
