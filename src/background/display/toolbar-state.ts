import type { SkipReason } from '../../core/session/observation';
import type { Status, StatusKind, TabView } from '../../core/status/status';
import { defined } from '../../core/values/defined';
import type { IconState, ToolbarState } from '../../platform/browser/toolbar';
import { statusSentence } from '../../platform/browser/status-sentence';

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
const CHOSEN_SKIPS: readonly SkipReason[] = ['not-me', 'private-window', 'type-off'];

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
