import { sendToTab } from '../../platform/messaging/tab-messages';
import type { recordingMessages } from '../../protocol/messages/recording';
import { showToolbar } from '../display/show-toolbar';
import { handleHello } from '../recording/handle-hello';
import { handleReport } from '../recording/handle-report';
import { dismissTitle, recordTab, restoreTitle } from '../recording/user-actions';
import { Undelivered, type HandlersOf } from './handler';

export const recordingHandlers: HandlersOf<typeof recordingMessages> = {
  hello: handleHello,
  report: async (context, report, sender) => {
    const { output, stored } = await handleReport(context, report, sender);
    return stored ? output : new Undelivered(output);
  },

  'tab.view': {
    // The report that the tab sends is handled first, so that the view includes it.
    before: ({ tabId }) => sendToTab(tabId, 'report'),
    run: (context, { tabId }) => showToolbar(context, tabId),
  },
  'tab.scrobble-now': (context, { tabId }) => recordTab(context, tabId),
  'tab.not-me': (context, { tabId, undo }) =>
    undo === true ? restoreTitle(tabId) : dismissTitle(context, tabId),
};
