import { endpointRequests, type EndpointRequest } from '../../core/definition/endpoint-request';
import { covers } from '../../core/hosts/pattern-coverage';
import { runPageWorldReader } from '../../core/definition/page-world-reader';
import { addGenericReading, runInPage } from '../../platform/files/page-scripts';
import { grantedOrigins } from '../../platform/browser/permissions';
import type { Sender } from '../../platform/messaging/message-router';
import type { Definition } from '../../protocol/definition';
import { declaredReader } from '../../protocol/definition/declared-reader';
import { definitionOf, patternOf, siteOf } from './sites';
import type { AppContext } from '../context/context';
import { defined } from '../../core/values/defined';

/**
 * What a content script cannot read itself: JSON of another host, and values of the page's own world. It names an
 * endpoint or a reader of *its* definition; where that leads is decided here, from the definition in force. There is no
 * way to make the worker fetch an address or run anything else.
 */
type ReadResult = { readonly value: unknown } | { readonly failed: string };
/** `ask`: these are on the page's own origin, where the script asks with the page's own cookies. */
type EndpointResult = ReadResult | { readonly ask: readonly EndpointRequest[] };

export async function askEndpoint(
  context: AppContext,
  input: EndpointQuery,
  sender: Sender,
): Promise<EndpointResult> {
  return endpointOf(context, await definitionAt(sender, input.url), input);
}

export interface EndpointQuery {
  readonly name: string;
  readonly values: Readonly<Record<string, string>>;
  readonly url: string;
}

/** The same for a definition that the caller has found: one that is in force, or a draft that is being tried. */
export async function endpointOf(
  context: AppContext,
  definition: Definition | undefined,
  { name, values, url }: EndpointQuery,
): Promise<EndpointResult> {
  if (definition === undefined || !URL.canParse(url)) return { failed: 'no-definition' };
  const all = endpointRequests(definition, name, values, new URL(url));
  const here = all.filter(({ sameOrigin }) => sameOrigin);
  if (here.length > 0) return { ask: here };
  const granted = await grantedOrigins();
  const requests = all.filter((request) => covers(granted, patternOf(request.url)));
  for (const request of requests) {
    const value = await fetchJson(context, request);
    if (value !== undefined) return { value };
  }
  return { failed: requests.length === 0 ? 'no-access' : 'no-answer' };
}

export async function askPageWorld(
  _world: AppContext,
  { reader, url }: { readonly reader: unknown; readonly url: string },
  sender: Sender,
): Promise<ReadResult> {
  return pageWorldOf(await definitionAt(sender, url), reader, sender);
}

export async function pageWorldOf(
  definition: Definition | undefined,
  reader: unknown,
  { tabId, frameId }: Sender,
): Promise<ReadResult> {
  if (definition === undefined || tabId === undefined || frameId === undefined)
    return { failed: 'no-definition' };
  const asked =
    typeof reader === 'object' && reader !== null && 'path' in reader && typeof reader.path === 'string'
      ? declaredReader(
          definition,
          reader.path,
          'element' in reader && typeof reader.element === 'string' ? reader.element : undefined,
        )
      : undefined;
  if (asked === undefined) return { failed: 'unknown-reader' };
  const answer = await runInPage({ tabId, frameId }, runPageWorldReader, asked);
  if (typeof answer !== 'object' || answer === null) return { failed: 'threw' };
  return 'value' in answer ? { value: answer.value } : { failed: 'no-value' };
}

/** For a connector that no longer fits its page. A frame that has gone meanwhile, or whose access has, needs it no more. */
export async function bringReadingAid({ tabId, frameId }: Sender): Promise<null> {
  if (tabId !== undefined && frameId !== undefined)
    await addGenericReading({ tabId, frameId }).catch(() => {});
  return null;
}

async function definitionAt(sender: Sender, url: string): Promise<Definition | undefined> {
  const site = await siteOf(sender.frameId === 0 ? url : (sender.tabUrl ?? url));
  return site?.state.enabled === true ? definitionOf(site) : undefined;
}

async function fetchJson(
  { fetch }: AppContext,
  { url, method, headers, body, credentials }: EndpointRequest,
): Promise<unknown> {
  try {
    const response = await fetch(url, {
      method,
      headers,
      credentials,
      redirect: 'error',
      signal: AbortSignal.timeout(10_000),
      ...defined({ body }),
    });
    const text = response.ok ? await response.text() : '';
    return text.length > 0 && text.length <= mostCharacters ? (JSON.parse(text) as unknown) : undefined;
  } catch {
    // Offline, refused, not JSON: the next address is tried, then the next source of the field.
    return undefined;
  }
}

const mostCharacters = 3_000_000;
