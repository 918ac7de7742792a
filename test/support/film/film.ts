import { readFile } from 'node:fs/promises';
import { extname } from 'node:path';

/** Seconds; of `film.webm` and of the fragments in `film-hls/`. */
export const FILM_DURATION = 60;

/** Seconds; of `feature.webm`. */
export const FEATURE_DURATION = 2700;

/**
 * Answers a request for the film as a video server does: `206` with the part that `Range` asks for, else all
 * of it. Name is `film.webm` (VP9 and Opus, 60 s), `feature.webm` (45 minutes of next to nothing) or a file
 * of `film-hls/` (H.264 and AAC fragments, `film.m3u8` lists them). 404 when there is no such file.
 */
export async function filmResponse(request: Request, name = 'film.webm'): Promise<Response> {
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
  ['feature.webm', 'feature.webm'],
]);

const TYPES: Readonly<Record<string, string>> = {
  '.webm': 'video/webm',
  '.m3u8': 'application/vnd.apple.mpegurl',
  '.mp4': 'video/mp4',
  '.m4s': 'video/iso.segment',
};

/** First and last byte of a single range; undefined when none is asked for. */
function partOf(header: string | null, length: number): [number, number] | undefined {
  const match = /^bytes=(\d*)-(\d*)$/.exec(header ?? '');
  if (match === null) return undefined;
  const [, from = '', to = ''] = match;
  if (from === '' && to === '') return undefined;
  if (from === '') return [Math.max(0, length - Number(to)), length - 1];
  return [Number(from), to === '' ? length - 1 : Math.min(Number(to), length - 1)];
}
