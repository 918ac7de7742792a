import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import { releaseListSchema, signedListSchema } from '../../protocol/tracker/connector-catalogue';
import { isSigned, sha256Of } from '../../protocol/tracker/signatures';
import { Refused, type CatalogueState } from './catalogue-state';

const TIMEOUT_MILLISECONDS = 30_000;

/** Statuses of a missing file. A static host may answer 403. */
const MISSING = [403, 404, 410];

export type TrackerText = Readonly<{
  /** 304: nothing has changed. */
  status: number;
  text: string;
  tag: string | undefined;
}>;

/**
 * Sends a GET request without a token or a cookie: the catalogue is the same for everybody. `tag` is the
 * known `ETag`. Throws a `Refused` if the request fails or the answer exceeds `most` bytes.
 */
export async function askTracker(
  fetch: typeof globalThis.fetch,
  url: string,
  { most, tag }: Readonly<{ most: number; tag?: string | undefined }>,
): Promise<TrackerText> {
  try {
    const response = await fetch(url, {
      headers: tag === undefined ? {} : { 'if-none-match': tag },
      credentials: 'omit',
      cache: 'no-store',
      redirect: 'error',
      referrerPolicy: 'no-referrer',
      signal: AbortSignal.timeout(TIMEOUT_MILLISECONDS),
    });
    if (MISSING.includes(response.status)) throw new Refused('unreachable', { detail: 'missing' });
    if (!response.ok && response.status !== 304) throw new Refused('unreachable');
    const text = await readText(response, most);
    return { status: response.status, text, tag: response.headers.get('etag') ?? undefined };
  } catch (error) {
    throw error instanceof Refused ? error : new Refused('unreachable');
  }
}

async function readText({ body }: Response, most: number): Promise<string> {
  const reader = body?.getReader();
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  for (let part = await reader?.read(); part?.value !== undefined; part = await reader?.read()) {
    size += part.value.length;
    if (size > most) {
      await reader?.cancel();
      throw new Refused('too_large');
    }
    text += decoder.decode(part.value, { stream: true });
  }
  return text + decoder.decode();
}

/**
 * Checks the tracker's signed list and returns the state with it. The first key is trusted from then on.
 * Throws a `Refused` for a list that must not be used.
 */
export async function readList(text: string, state: CatalogueState, now: number): Promise<CatalogueState> {
  const { list, key } = await signedIn(text);
  if (state.key !== undefined && key !== state.key) throw new Refused('other_key', { detail: key });
  const content = releaseListSchema.safeParse(parseJson(list));
  if (!content.success) throw new Refused('damaged');
  const { sequence, expiresAt, connectors, retired } = content.data;
  if (sequence < state.sequence) throw new Refused('older');
  const hash = await sha256Of(list);
  if (sequence === state.sequence && hash !== (state.content ?? hash)) throw new Refused('damaged');
  const end = Date.parse(expiresAt);
  if (end <= now) throw new Refused('expired');
  const { offeredKey: _, ...rest } = state;
  const listed = connectors.filter(({ id }) => !retired.includes(id));
  return { ...rest, key, sequence, content: hash, expiresAt: end, listed };
}

async function signedIn(text: string) {
  const answer = parseJson(text);
  const signed = signedListSchema.safeParse(isRecord(answer) ? answer['data'] : undefined);
  if (!signed.success) throw new Refused('damaged');
  const { list, signature, key } = signed.data;
  if (!(await isSigned(key, list, signature))) throw new Refused('signature');
  return { list, key };
}
