import { filmResponse } from '../../support/film/film';

/** The response of a streaming site with this markup. */
export function htmlPage(html: string): Response {
  return new Response(
    `<!doctype html><meta charset="utf-8"><style>video { width: 640px; height: 360px; }</style>${html}`,
    {
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    },
  );
}

/**
 * Answers `/media/ad…` with the clip of 60 s and every other `/media/…` with the feature of 45 minutes, since
 * players load each title from an address of its own. Other paths answer 404.
 */
export async function mediaResponse(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith('/media/')) return new Response('not here', { status: 404 });
  return filmResponse(request, pathname.startsWith('/media/ad') ? 'plain.webm' : 'feature.webm');
}

/** JSON that cannot close a script element. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
