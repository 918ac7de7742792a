import { readLabel } from '../../../core/text/season-episode';
import { send } from '../../../platform/messaging/send';
import { readGeneric } from '../../reading-aid/read-generic';
import { readOnDemand } from '../../reading-aid/read-on-demand';
import { readOwnClock } from '../../reading-aid/read-own-clock';
import { browserPage, fetchJson } from '../../reader/browser-page';
import { selectTexts } from '../../reader/select-texts';
import type { PageAccess } from '../../reader/context';

/** The access of a draft on trial: the same as a connector's, through the workbench's messages. */
export function trialAccess(url: URL): PageAccess {
  const address = url.href.slice(0, 4_000);
  return {
    ...browserPage(),
    askEndpoint: async (name, values) => {
      const answer = await send('workbench.endpoint', { name, values, url: address });
      if ('value' in answer) return answer.value;
      return 'ask' in answer ? fetchJson(answer.ask, selectTexts) : undefined;
    },
    askPageWorld: async () => {
      const answer = await send('workbench.page-world', { url: address });
      return 'value' in answer ? answer.value : undefined;
    },
    parseSeasonEpisode: readLabel,
    readGeneric,
    readOnDemand,
    readOwnClock,
  };
}

/** For proposals: only what the page provides without a request. */
export function accessWithoutRequests(url: URL): PageAccess {
  return { ...trialAccess(url), askEndpoint: async () => undefined, askPageWorld: async () => undefined };
}
