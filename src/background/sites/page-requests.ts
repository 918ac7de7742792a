import { runPageWorldReaders } from '../../core/definition/page-world-reader';
import { endpointRequests, type EndpointRequest } from '../../core/definition/endpoint-request';
import { isRecord } from '../../core/values/is-record';
import { grantedOrigins } from '../../platform/browser/permissions';
import { injectReadingAid, runInPage } from '../../platform/files/page-scripts';
import type { Sender } from '../../platform/messaging/message-router';
import type { Definition } from '../../protocol/definition/definition';
import { declaredReaders } from '../../protocol/definition/declared-readers';
import type { EndpointResult, ReadResult } from '../../protocol/report';
import type { AppContext } from '../context/context';
import { coversUrl, isPlayerFrame } from './site-patterns';
import { definitionsOf, joinDefinitions, siteOf } from './sites';
import { defined } from '../../core/values/defined';
import { readText } from '../../tracker/request';

/*
 * What a content script cannot read itself: JSON of another host, and values of the page's own world. The
 * script names an endpoint of its definition, or asks for all values, and the worker takes addresses and code
 * from the definition in force. So no message makes the worker fetch an arbitrary address or run other code.
 */

/** There is no such endpoint, no access, or no answer: the field's next source is read. */
const nothing = { failed: '' } as const;

type EndpointQuery = Readonly<{
  /** Name of the endpoint in the definition. */
  name: string;
  /** Values for its placeholders. */
  values: Readonly<Record<string, string>>;
  /** Address of the asking frame, with the origin that the browser states (`routeMessages`). */
  url: string;
}>;

/** Reads an endpoint that the sending frame's connector declares. */
export async function askEndpoint(
  context: AppContext,
  query: EndpointQuery,
  sender: Sender,
): Promise<EndpointResult> {
  return readEndpoint(context, await definitionAt(sender, query.url), query);
}

/** Reads an endpoint of this definition: the first of its requests that returns JSON. */
export async function readEndpoint(
  context: AppContext,
  definition: Definition | undefined,
  { name, values, url }: EndpointQuery,
): Promise<EndpointResult> {
  if (definition === undefined) return nothing;
  const all = endpointRequests(definition, name, values, new URL(url));
  const here = all.filter(({ sameOrigin }) => sameOrigin);
  if (here.length > 0) return { ask: here };
  const granted = await grantedOrigins();
  const requests = all.filter((request) => coversUrl(granted, request.url));
  for (const request of requests) {
    const value = await fetchJson(context, request);
    if (value !== undefined) return { value };
  }
  return nothing;
}

/** Reads all page-world values that the sending frame's connector declares. */
export async function askPageWorld({ url }: Readonly<{ url: string }>, sender: Sender): Promise<ReadResult> {
  return readPageWorld(await definitionAt(sender, url), sender);
}

/** The same for this definition. */
export async function readPageWorld(
  definition: Definition | undefined,
  { tabId, frameId }: Sender,
): Promise<ReadResult> {
  if (definition === undefined || tabId === undefined || frameId === undefined) return nothing;
  const readers = declaredReaders(definition);
  if (readers.length === 0) return nothing;
  const value = await runInPage({ tabId, frameId }, runPageWorldReaders, readers);
  return isRecord(value) && Object.keys(value).length > 0 ? { value } : nothing;
}

/** Injects the readers that few pages need, for example when a connector no longer fits its page. */
export async function addReadingAid({ tabId, frameId }: Sender): Promise<void> {
  if (tabId === undefined || frameId === undefined) return;
  // A frame that was removed in the meantime, or lost its access, needs no script.
  await injectReadingAid({ tabId, frameId }).catch(() => undefined);
}

/**
 * The page's definition. A frame inside the page is answered if it may hold the player. While a connector is
 * on trial, the previous version asks too.
 */
async function definitionAt({ frameId, tabUrl }: Sender, url: string): Promise<Definition | undefined> {
  const site = await siteOf(frameId === 0 ? url : (tabUrl ?? ''));
  const isAnswered = site?.state.enabled === true && (frameId === 0 || isPlayerFrame(site, url));
  if (!isAnswered) return undefined;
  const { definition, former } = await definitionsOf(site);
  return former ? joinDefinitions(definition, former) : definition;
}

/**
 * The JSON response of a site, at most 2 MiB; `undefined` if the site cannot be reached, refuses, or answers
 * something else. Metadata of a title is far smaller: a longer response is a page or a file, and is not read
 * to its end.
 */
export async function fetchJson(
  { fetch }: AppContext,
  { url, method, headers, body, credentials }: EndpointRequest,
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      credentials,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
      ...defined({ body }),
    });
    return response.ok ? (JSON.parse(await readText(response)) as unknown) : undefined;
  } catch {
    // Offline, refused, too long or no JSON: the next request is tried, then the field's next source.
    return undefined;
  }
}

const TIMEOUT_MILLISECONDS = 10_000;
