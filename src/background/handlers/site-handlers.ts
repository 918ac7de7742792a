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

/** Brings everything in line with settings that were changed. */
async function applySettings(jobs: Jobs, changed: Readonly<Record<string, unknown>>): Promise<void> {
  if (SCRIPT_SETTINGS.some((name) => name in changed)) await jobs.refreshSites();
  else await jobs.refreshViews();
  // What the old settings skipped the new ones may record, and no event of the page leads to a report.
  for (const { tabId } of await allTabStates()) void sendToTab(tabId, 'report');
}

/** Settings that decide where a script runs; a change of any other leaves the pages alone. */
const SCRIPT_SETTINGS = ['pausedUntil', 'privateWindows'];
