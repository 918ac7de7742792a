import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

/** Duration of `film.webm`, `plain.webm` and of the fragments in `film-hls/`, in seconds. */
export const FILM_DURATION = 60;

/** Duration of `feature.webm`, in seconds. */
export const FEATURE_DURATION = 2700;

/**
 * Answers a request for a film as a video server does: 206 with the range of `Range`, otherwise 200. `name`
 * is `film.webm` (VP9 and Opus, 60 s), `feature.webm` (45 minutes in a small file), `plain.webm` (its first 60 s:
 * one small picture a second, which takes a quarter of the processor of `film.webm`) or a file of `film-hls/`
 * (H.264 and AAC fragments, listed in `film.m3u8`). 404 for other names.
 */
export async function filmResponse(request: Request, name = 'plain.webm'): Promise<Response> {
  const path = FILES.get(name) ?? (/^[\w-]+\.(?:m3u8|mp4|m4s)$/.test(name) ? `film-hls/${name}` : undefined);
  const bytes =
    path === undefined ? undefined : await readFile(new URL(path, import.meta.url)).catch(() => undefined);
  if (bytes === undefined) return new Response('no such film', { status: 404 });
  const headers = {
    'Content-Type': TYPES[extname(name)] ?? 'application/octet-stream',
    'Accept-Ranges': 'bytes',
    'Access-Control-Allow-Origin': '*',
  };
  const range = partOf(request.headers.get('Range'), bytes.length);
  if (range === undefined) return new Response(bytes, { headers });
  const [first, last] = range;
  if (first >= bytes.length || last < first) {
    return new Response(null, {
      status: 416,
      headers: { ...headers, 'Content-Range': `bytes */${bytes.length}` },
    });
  }
  return new Response(bytes.subarray(first, last + 1), {
    status: 206,
    headers: { ...headers, 'Content-Range': `bytes ${first}-${last}/${bytes.length}` },
  });
}

const FILES = new Map([
  ['film.webm', 'film.webm'],
  ['plain.webm', 'plain.webm'],
  ['feature.webm', 'feature.webm'],
]);

const TYPES: Readonly<Record<string, string>> = {
  '.webm': 'video/webm',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
};

/** First and last byte of a single range; undefined without a `Range` header. */
function partOf(header: string | null, length: number): [number, number] | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') return [Math.max(0, length - Number(to)), length - 1];
  return [Number(from), to === '' ? length - 1 : Math.min(Number(to), length - 1)];
}
