import { endpointRequests } from '../../../core/definition/endpoint-request';
import type { ConnectorCase } from '../../../protocol/connector-case';
import type { Definition } from '../../../protocol/definition';
import { parseSeasonEpisode } from '../../../core/text/parse-season-episode';
import type { PageWorldQuery, ReadContext } from '../../reader/context';
import { readGeneric } from '../../generic/read-generic';

type SavedWorld = Pick<
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

type Situation = Pick<ConnectorCase, 'storage' | 'mediaSession' | 'requests' | 'responses'>;

/** The world of a saved page: all that it is asked is answered from a case. Runs in the browser and in Node. */
export function savedAccess(
  document: Document,
  definition: Definition,
  url: URL,
  { storage, mediaSession, requests, responses }: Situation,
): SavedWorld {
  return {
    document,
    mediaSession: () => mediaSession ?? undefined,
    storage: (area) => storageOf(storage?.[area] ?? {}),
    requests: () => requests ?? [],
    askEndpoint: async (name, values) =>
      endpointRequests(definition, name, values, url)
        .map((request) => own(responses, request.url))
        .find((answer) => answer !== undefined),
    askPageWorld: async (question) => own(responses, readerKey(question)) ?? own(responses, question.path),
    parseSeasonEpisode,
    readGeneric,
  };
}

/** Under which name a case keeps what a reader of the page's world has given. */
export function readerKey({ path, element }: PageWorldQuery): string {
  return element === undefined ? path : `${element} ${path}`;
}

function storageOf(values: Readonly<Record<string, unknown>>): Pick<Storage, 'getItem' | 'key' | 'length'> {
  const keys = Object.keys(values);
  return {
    length: keys.length,
    key: (index) => keys[index] ?? null,
    getItem: (key) => {
      const value = own(values, key);
      return value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value);
    },
  };
}

function own<T>(values: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return values !== undefined && Object.hasOwn(values, key) ? values[key] : undefined;
}
