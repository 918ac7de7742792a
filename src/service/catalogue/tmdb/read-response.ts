import { CatalogueError } from '../catalogue';

/** The body of a response. Rejects with a `CatalogueError` when it has more bytes than `limit`. */
export async function readLimited(response: Response, limit: number): Promise<Uint8Array<ArrayBuffer>> {
  const { body, headers } = response;
  if (body === null) return new Uint8Array();
  if (Number(headers.get('content-length') ?? 0) > limit) {
    await body.cancel();
    throw tooLarge(limit);
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  // Iterating over the body (`for await`) would need Chromium 124.
  const reader = body.getReader();
  for (let part = await reader.read(); part.value !== undefined; part = await reader.read()) {
    size += part.value.byteLength;
    if (size > limit) {
      await reader.cancel();
      throw tooLarge(limit);
    }
    chunks.push(part.value);
  }
  return join(chunks, size);
}

function join(chunks: Uint8Array[], size: number): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(size);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.byteLength;
  }
  return bytes;
}

function tooLarge(limit: number): CatalogueError {
  return new CatalogueError('unreachable', `The film database sent more than ${String(limit)} bytes`);
}

const SHORTEST_MS = 1000;

/** Maximum wait. If a source asks for a longer one, it is asked once more anyway. */
const LONGEST_MS = 300_000;

/**
 * The wait of a `Retry-After` header, in milliseconds. The header states seconds or a date. 1 s if it is
 * absent or neither.
 */
export function retryAfter(header: string | null, now = Date.now()): number {
  const text = header?.trim() ?? '';
  const ms = /^\d{1,9}$/.test(text) ? Number(text) * 1000 : Date.parse(text) - now;
  return Number.isNaN(ms) ? SHORTEST_MS : Math.min(LONGEST_MS, Math.max(SHORTEST_MS, ms));
}
