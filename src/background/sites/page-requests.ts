import { runPageWorldReader } from '../../core/definition/page-world-reader';
import { endpointRequests } from '../../core/definition/endpoint-request';
import { isRecord } from '../../core/values/is-record';
import { grantedOrigins } from '../../platform/browser/permissions';
import { injectReadingAid, runInPage } from '../../platform/files/page-scripts';
import type { Sender } from '../../platform/messaging/message-router';
import type { Definition } from '../../protocol/definition/definition';
import { declaredReader } from '../../protocol/definition/declared-reader';
import type { EndpointResult, ReadResult } from '../../protocol/page-result';
import type { AppContext } from '../context/context';
import { fetchJson } from './fetch-json';
import { joinDefinitions } from './join-definitions';
import { coversUrl, isPlayerFrame } from './site-patterns';
import { definitionsOf, siteOf } from './sites';

/*
 * What a content script cannot read itself: JSON of another host, and values of the page's own world. The
 * script names an endpoint or a reader of its definition, and the worker takes address and code from the
 * definition in force. So no message makes the worker fetch an arbitrary address or run other code.
 */

/** There is no such endpoint or reader, no access, or no answer: the next source of the field is read. */
const nothing = { failed: '' } as const;

interface EndpointQuery {
  /** Name of the endpoint in the definition. */
  readonly name: string;
  /** Values for its placeholders. */
  readonly values: Readonly<Record<string, string>>;
  /** Address of the frame that asks; its origin as the browser states it (`routeMessages`). */
  readonly url: string;
}

/** Reads an endpoint that the connector of the sending frame declares. */
export async function askEndpoint(
  context: AppContext,
  query: EndpointQuery,
  sender: Sender,
): Promise<EndpointResult> {
  return readEndpoint(context, await definitionAt(sender, query.url), query);
}

/** Reads an endpoint of this definition: the first of its requests that answers with JSON. */
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

/** Reads a value of the page's own world by a reader that the connector of the sending frame declares. */
export async function askPageWorld(
  { reader, url }: { readonly reader: unknown; readonly url: string },
  sender: Sender,
): Promise<ReadResult> {
  return readPageWorld(await definitionAt(sender, url), reader, sender);
}

/** The same by a reader of this definition. */
export async function readPageWorld(
  definition: Definition | undefined,
  reader: unknown,
  { tabId, frameId }: Sender,
): Promise<ReadResult> {
  if (definition === undefined || tabId === undefined || frameId === undefined) return nothing;
  const declared = readerOf(definition, reader);
  if (declared === undefined) return nothing;
  const answer = await runInPage({ tabId, frameId }, runPageWorldReader, declared);
  return isRecord(answer) && 'value' in answer ? { value: answer['value'] } : nothing;
}

/** The declared reader that a script names by its path, and by its element if it has one. */
function readerOf(definition: Definition, reader: unknown) {
  if (!isRecord(reader)) return undefined;
  const { path, element } = reader;
  if (typeof path !== 'string') return undefined;
  return declaredReader(definition, path, typeof element === 'string' ? element : undefined);
}

/** Adds the readers that few pages need, such as the one for a connector that no longer fits its page. */
export async function addReadingAid({ tabId, frameId }: Sender): Promise<void> {
  if (tabId === undefined || frameId === undefined) return;
  // A frame that was removed in the meantime, or lost its access, needs no script.
  await injectReadingAid({ tabId, frameId }).catch(() => undefined);
}

/**
 * Of the page; a frame inside of it is answered where it may hold the player. While a connector is on trial,
 * the one before asks too.
 */
async function definitionAt({ frameId, tabUrl }: Sender, url: string): Promise<Definition | undefined> {
  const site = await siteOf(frameId === 0 ? url : (tabUrl ?? ''));
  const isAnswered = site?.state.enabled === true && (frameId === 0 || isPlayerFrame(site, url));
  if (!isAnswered) return undefined;
  const { definition, former } = await definitionsOf(site);
  return former ? joinDefinitions(definition, former) : definition;
}
