import type { connectorMessages, workbenchMessages } from '../../protocol/messages/workbench';
import { resolve, type ResolveQuery } from '../delivery/resolver';
import { tracker } from '../account/tracker-client';
import { readEndpoint, readPageWorld } from '../sites/page-requests';
import { askWorkbench } from '../workbench/ask-page';
import { removeConnector, saveConnector } from '../workbench/own-connectors';
import { submitConnector } from '../workbench/submit';
import { definitionOnTrial } from '../workbench/trial-store';
import type { HandlersOf } from './handler';

export const connectorHandlers: HandlersOf<typeof connectorMessages> = {
  'connectors.save': {
    run: (_, { definition }) => saveConnector(definition),
    after: ({ refreshSites }) => refreshSites(),
  },
  'connectors.remove': {
    run: (_, { id }) => removeConnector(id),
    after: ({ refreshSites }) => refreshSites(),
  },
  'connectors.submit': submitConnector,
  'connectors.submitted': async (context) => (await tracker(context)).list('/matinee/connectors'),
};

export const workbenchHandlers: HandlersOf<typeof workbenchMessages> = {
  'workbench.ask': (_, { tabId, question }) => askWorkbench(tabId, question),
  'workbench.match': async (context, query) =>
    (await resolve(context, { ...(query as ResolveQuery), readConfidence: 1, isBacklog: true })) ?? null,
  'workbench.endpoint': async (context, query, sender) =>
    readEndpoint(context, await definitionOnTrial(sender, query.url), query),
  'workbench.page-world': async (_, { url }, sender) =>
    readPageWorld(await definitionOnTrial(sender, url), sender),
};
