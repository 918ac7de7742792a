import { endpointRequests } from '../../../core/definition/endpoint-request';
import { receivedKey } from '../../../core/definition/page-world-reader';
import type { ConnectorCase } from '../../../protocol/connector-case';
import type { Definition } from '../../../protocol/definition/definition';
import { readLabel } from '../../../core/text/season-episode';
import type { PageAccess, ReadableStorage } from '../../reader/context';
import { readGeneric } from '../../reading-aid/read-generic';
import { readOnDemand } from '../../reading-aid/read-on-demand';
import { readOwnClock } from '../../reading-aid/read-own-clock';

type Situation = Pick<ConnectorCase, 'storage' | 'mediaSession' | 'requests' | 'responses'>;

/** Access to a saved page: the case supplies all answers. Runs in the browser and in Node.js. */
export function savedAccess(
  document: Document,
  definition: Definition,
  url: URL,
  { storage, mediaSession, requests, responses }: Situation,
): PageAccess {
  return {
    document,
    mediaSession: () => mediaSession ?? undefined,
    storage: (area) => storageOf(storage?.[area] ?? {}),
    requests: () => requests ?? [],
    askEndpoint: async (name, values) =>
      endpointRequests(definition, name, values, url)
        .map((request) => own(responses, request.url))
        .find((answer) => answer !== undefined),
    askPageWorld: async () => ({ ...responses, ...receivedFrom(definition, responses) }),
    parseSeasonEpisode: readLabel,
    readGeneric,
    readOnDemand,
    readOwnClock,
  };
}

/** The case's responses for the addresses that the definition's `received` sources name. */
function receivedFrom({ pages }: Definition, responses: Situation['responses'] = {}) {
  const patterns = new Set<string>();
  JSON.parse(JSON.stringify(pages), (key, value: unknown) => {
    if (key === 'received' && typeof value === 'string') patterns.add(value);
    return value;
  });
  const answers = Object.entries(responses).map(([url, body]) => ({ url, body }));
  return Object.fromEntries(
    [...patterns].map((pattern) => {
      const address = new RegExp(pattern, 'u');
      return [receivedKey(pattern), answers.filter(({ url }) => address.test(url))];
    }),
  );
}

function storageOf(values: Readonly<Record<string, unknown>>): ReadableStorage {
  const keys = Object.keys(values);
  return {
    length: keys.length,
    key: (index) => keys[index] ?? null,
    getItem: (key) => {
      const value = own(values, key);
      return typeof value === 'string' ? value : (JSON.stringify(value) ?? null);
    },
  };
}

function own<T>(values: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}
