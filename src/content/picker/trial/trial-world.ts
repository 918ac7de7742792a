import { parseSeasonEpisode } from '../../../core/text/parse-season-episode';
import { send } from '../../../platform/messaging/send';
import type { ReadContext } from '../../reader/context';
import { readGeneric } from '../../generic/read-generic';

type World = Pick<
  ReadContext,
  | 'document'
  | 'mediaSession'
  | 'storage'
  | 'requests'
  | 'askEndpoint'
  | 'askPageWorld'
  | 'parseSeasonEpisode'
  | 'readGeneric'
>;

/** What a draft may read of the page while it is tried: the same as a connector, asked for under the draft's own name. */
export function trialWorld(url: URL): World {
  return {
    document,
    mediaSession: () => navigator.mediaSession?.metadata ?? undefined,
    storage(area) {
      try {
        return area === 'local' ? localStorage : sessionStorage;
      } catch {
        // A sandboxed frame has none.
        return undefined;
      }
    },
    requests: () => performance.getEntriesByType('resource').map(({ name }) => name),
    askEndpoint: async (name, values) => {
      const answer = await send('workbench.endpoint', { name, values, url: url.href.slice(0, 4_000) });
      if ('value' in answer) return answer.value;
      if (!('ask' in answer)) return undefined;
      for (const { url: address, ...init } of answer.ask) {
        const response = await fetch(address, { ...init, credentials: 'include' }).catch(() => undefined);
        const value: unknown =
          response?.ok === true ? await response.json().catch(() => undefined) : undefined;
        if (value !== undefined) return value;
      }
      return undefined;
    },
    askPageWorld: async (reader) => {
      const answer = await send('workbench.page-world', { reader, url: url.href.slice(0, 4_000) });
      return 'value' in answer ? answer.value : undefined;
    },
    parseSeasonEpisode,
    readGeneric,
  };
}

/** The page without anything that has to be asked elsewhere, for proposals. */
export function quietWorld(url: URL): World {
  return { ...trialWorld(url), askEndpoint: async () => undefined, askPageWorld: async () => undefined };
}
