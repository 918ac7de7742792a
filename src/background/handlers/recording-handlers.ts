import { sendToTab } from '../../platform/messaging/tab-messages';
import type { recordingMessages } from '../../protocol/messages/recording';
import { showToolbar } from '../display/show-toolbar';
import { handleHello } from '../recording/handle-hello';
import { handleReport } from '../recording/handle-report';
import { dismissTitle, recordTab, restoreTitle } from '../recording/user-actions';
import { Undelivered, type HandlersOf } from './handler';

export const recordingHandlers: HandlersOf<typeof recordingMessages> = {
  hello: delivering(handleHello),
  report: {
    run: delivering(handleReport),
    // The tab may next show a page that sends nothing: one without access, or an error page.
    after: async ({ pageChanged }, { cause }, _, { tabId }) => {
      if (cause === 'leave' && tabId !== undefined) pageChanged(tabId);
    },
  },

  'tab.view': {
    // The tab's report is handled first, so the view includes it.
    before: ({ tabId }) => sendToTab(tabId, 'report'),
    run: (context, { tabId }) => showToolbar(context, tabId),
  },
  'tab.scrobble-now': (context, { tabId }) => recordTab(context, tabId),
  'tab.not-me': (context, { tabId, undo }) =>
    undo === true ? restoreTitle(tabId) : dismissTitle(context, tabId),
};

/** Answers a script's message, and starts a delivery only if there is something new to send. */
function delivering<Message extends readonly unknown[], Output>(
  handle: (...message: Message) => Promise<Readonly<{ output: Output; stored: boolean }>>,
) {
  return async (...message: Message) => {
    const { output, stored } = await handle(...message);
    return stored ? output : new Undelivered(output);
  };
}
