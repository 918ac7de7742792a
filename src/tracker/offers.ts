import { isRecord } from '../core/values/is-record';
import { parseJson } from '../core/values/parse-json';
import type { Fields } from '../protocol/tracker/read-fields';
import { readText, retryAfterOf } from './request';
import { TrackerError } from './tracker-error';

/**
 * What a tracker says it offers beyond API v1: operations such as `PUT /matinee/history/{id}`, and request
 * fields such as `POST /matinee/resolve language`. Nothing else of ours is requested from it.
 */
export type Offers = ReadonlySet<string>;

export type OffersOptions = Readonly<{
  /** As `parseBaseUrl` returns it. */
  baseUrl: string;
  fetch: typeof globalThis.fetch;
  /** Milliseconds in which the whole description must arrive. */
  timeoutMs: number;
  now: () => number;
}>;

/** Optional operations and fields that the extension uses. */
const KNOWN: ReadonlySet<string> = new Set([
  'POST /scrobble',
  'POST /matinee/resolve',
  'POST /connectors/submit',
  'PUT /matinee/history/{id}',
  'PUT /matinee/ratings',
]);

/**
 * Requests a tracker's OpenAPI description, `GET /openapi.json`, without a key. A tracker without one has
 * only what API v1 documents. Rejects with a TrackerError if nothing answers, or if something other than the
 * tracker does.
 */
export async function askOffers({ baseUrl, fetch, timeoutMs, now }: OffersOptions): Promise<string[]> {
  let response: Response;
  try {
    response = await fetch(`${baseUrl}/openapi.json`, {
      headers: { accept: 'application/json' },
      signal: AbortSignal.timeout(timeoutMs),
      // A tracker may redirect unknown paths to a page of its own. That redirect is not followed, and means
      // that there is no description.
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      referrerPolicy: 'no-referrer',
    });
  } catch (error) {
    throw new TrackerError('network', '', { cause: error });
  }
  const { status, headers } = response;
  const description = parseJson(await textOf(response));
  if (NONE.has(status) || (status === 401 && isErrorRecord(description))) return [];
  // A page from something in between says nothing about the tracker.
  if (status !== 200 || !isRecord(description) || typeof description['openapi'] !== 'string') {
    const code = status >= 500 ? 'server' : 'malformed';
    const retryAfter = retryAfterOf(headers, now());
    throw new TrackerError(status === 429 ? 'rate-limited' : code, '', {
      status,
      retryAfter,
    });
  }
  return readOffers(description);
}

/** The tracker itself answered, but describes nothing without a key. */
function isErrorRecord(body: unknown): boolean {
  return isRecord(body) && typeof body['error'] === 'string' && typeof body['message'] === 'string';
}

/** The tracker has no such operation. */
const NONE: ReadonlySet<number> = new Set([404, 405, 410, 501]);

/** A description that is too long, or incomplete, counts as none. */
async function textOf(response: Response): Promise<string> {
  return readText(response).catch(() => '');
}

/** The known operations of a description in OpenAPI 3, each also with every field of its JSON body. */
export function readOffers(description: unknown): string[] {
  const paths = isRecord(description) ? description['paths'] : undefined;
  if (!isRecord(description) || !isRecord(paths)) return [];
  return [...KNOWN].flatMap((name) => {
    const [method = '', path = ''] = name.split(' ');
    const operations = paths[path];
    const operation = isRecord(operations) ? operations[method.toLowerCase()] : undefined;
    if (!isRecord(operation)) return [];
    return [name, ...fieldsOf(bodySchema(operation), description).map((field) => `${name} ${field}`)];
  });
}

function bodySchema({ requestBody }: Fields): unknown {
  const content = isRecord(requestBody) ? requestBody['content'] : undefined;
  const json = isRecord(content) ? content['application/json'] : undefined;
  return isRecord(json) ? json['schema'] : undefined;
}

/** Limits: nesting of schemas that is followed, and fields of a body. */
const MOST_LEVELS = 4;
const MOST_FIELDS = 60;

/** The names of the properties of a schema and of all its alternatives. */
function fieldsOf(schema: unknown, description: Fields, level = 0): string[] {
  if (!isRecord(schema) || level > MOST_LEVELS) return [];
  const { properties, $ref } = schema;
  const own = isRecord(properties) ? Object.keys(properties) : [];
  const parts = [schema['anyOf'], schema['oneOf'], schema['allOf']]
    .filter(Array.isArray)
    .flat(1) as unknown[];
  const referred = typeof $ref === 'string' ? [resolveReference($ref, description)] : [];
  const others = [...parts, ...referred].flatMap((part) => fieldsOf(part, description, level + 1));
  return [...new Set([...own, ...others])].filter((name) => name.length <= 40).slice(0, MOST_FIELDS);
}

/** The schema that `#/components/schemas/Name` refers to. */
function resolveReference(reference: string, description: Fields): unknown {
  let found: unknown = description;
  for (const step of reference.replace(/^#\//, '').split('/'))
    found = isRecord(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  return found;
}
