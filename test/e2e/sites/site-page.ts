import { filmResponse } from '../../support/film/film';

/** A page as a streaming site answers it: markup as documented, the feature below `/media/`, nothing else. */
export function htmlPage(html: string): Response {
  return new Response(
    `<!doctype html><meta charset="utf-8"><style>video { width: 640px; height: 360px; }</style>${html}`,
    {
      headers: { 'Content-Type': 'text/html; charset=utf-8' },
    },
  );
}

/**
 * `/media/…` is the feature of 45 minutes, under as many names as a test needs: players load each title from
 * an address of its own. `/media/ad…` is the clip of 60 seconds.
 */
export async function mediaResponse(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  if (!pathname.startsWith('/media/')) return new Response('not here', { status: 404 });
  return filmResponse(request, pathname.startsWith('/media/ad') ? 'film.webm' : 'feature.webm');
}

/** JSON for a place between `<script>` tags. */
export function inScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
