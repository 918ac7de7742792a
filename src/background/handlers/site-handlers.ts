import { sendToTab } from '../../platform/messaging/tab-messages';
import type { pageRequestMessages } from '../../protocol/messages/page-requests';
import type { settingsMessages } from '../../protocol/messages/settings';
import { listSites } from '../sites/list-sites';
import { addReadingAid, askEndpoint, askPageWorld } from '../sites/page-requests';
import { recordUncoveredPlay } from '../sites/uncovered-play';
import { changeSettings, changeSite } from '../sites/settings-actions';
import { allTabStates } from '../state/tab-state';
import type { HandlersOf, Jobs } from './handler';

export const pageRequestHandlers: HandlersOf<typeof pageRequestMessages> = {
  endpoint: askEndpoint,
  'page-world': (_, query, sender) => askPageWorld(query, sender),
  uncovered: recordUncoveredPlay,
  'reading-aid': (_context, _input, sender) => addReadingAid(sender),
};

export const settingsHandlers: HandlersOf<typeof settingsMessages> = {
  'settings.set': { run: changeSettings, after: applySettings },
  'sites.list': () => listSites(),
  'sites.set': { run: (_, change) => changeSite(change), after: ({ refreshSites }) => refreshSites() },
  'sites.refresh': { run: async () => undefined, after: ({ refreshSites }) => refreshSites() },
};

/** Applies changed settings everywhere. */
async function applySettings(jobs: Jobs, changed: Readonly<Record<string, unknown>>): Promise<void> {
  if (SCRIPT_SETTINGS.some((name) => name in changed)) await jobs.refreshSites();
  else await jobs.refreshViews();
  // The new settings may record what the old ones skipped, and no event of the page would cause a report.
  for (const { tabId } of await allTabStates()) void sendToTab(tabId, 'report');
}

/** Settings that decide where a script runs; other changes leave the pages alone. */
const SCRIPT_SETTINGS = ['pausedUntil', 'privateWindows'];
