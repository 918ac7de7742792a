import type { Status } from '../../core/status/status';
import type { TabView } from '../../core/status/tab-view';
import { statusSentence } from '../../ui/text/status-sentence';
import type { IconState, ToolbarState } from '../../platform/browser/toolbar';
import { defined } from '../../core/values/defined';

/** What the toolbar shows of a tab: an icon of five, a badge where something is amiss, and the sentence of its status. */
export function toolbarStateOf({ status, item }: TabView): ToolbarState {
  const title = item?.seriesTitle ?? item?.title;
  const sentence = statusSentence(status);
  const badge = badgeOf(status);
  return {
    icon: iconOf(status),
    title: title === undefined ? `Matinee – ${sentence}` : `${title.slice(0, 100)} – ${sentence}`,
    ...defined({ badge }),
  };
}

/** What waits by itself is marked otherwise than what waits for a hand. */
function badgeOf(status: Status): string | undefined {
  if (iconOf(status) !== 'attention') return undefined;
  return status.kind === 'queued' ? '…' : '!';
}

function iconOf(status: Status): IconState {
  switch (status.kind) {
    case 'scrobbling':
      return 'playing';
    case 'queued':
      return status.reason === 'starting' ? 'playing' : 'attention';
    case 'watched':
      return 'watched';
    case 'site-off':
    case 'paused':
      return 'off';
    case 'skipped':
      return status.reason === 'not-me' || status.reason === 'private-window' || status.reason === 'type-off'
        ? 'off'
        : 'idle';
    case 'unsupported':
    case 'no-player':
      return 'idle';
    case 'no-access':
    case 'unreadable':
    case 'unmatched':
    case 'needs-review':
    case 'signed-out':
    case 'rejected':
      return 'attention';
  }
}
