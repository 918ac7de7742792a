import { filmResponse } from '../../support/film/film';
import type { TabPlan } from './plan';

/**
 * A cinema with as many works as a plan wants. Its pages follow `src/connectors/matinee-cinema/definition.json`; the
 * next episode begins in place, at the same address and in the same element. The page plays its plan by
 * itself and keeps the truth about it in `window.truth`; what it knows when it goes it sends to `/truth`.
 */
export interface ChaosCinema {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The address of a page that plays this; `key` names the tab in the truth that it sends. */
  readonly open: (key: string, tab: TabPlan) => string;
  /** What a page sent as it went. */
  readonly lastWords: ReadonlyMap<string, unknown>;
}

export const cinemaHost = 'cinema.matinee.test';

export function createChaosCinema(script: string): ChaosCinema {
  const tabs = new Map<string, TabPlan>();
  const lastWords = new Map<string, unknown>();
  return {
    lastWords,
    open(key, tab) {
      tabs.set(key, tab);
      const type = tab.parts[0]?.work.type === 'episode' ? 'series/show' : 'film';
      return `https://${cinemaHost}/cinema/${type}/${key}`;
    },
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/short.webm') return filmResponse(request, 'film.webm');
      if (pathname === '/long.webm') return filmResponse(request, 'feature.webm');
      if (pathname === '/truth') {
        lastWords.set(searchParams.get('tab') ?? '', JSON.parse(await request.text()));
        return new Response(null, { status: 204 });
      }
      const key = pathname.split('/').at(-1) ?? '';
      const tab = tabs.get(key);
      const body = tab === undefined ? '<h1>Foyer</h1>' : pageOf(key, tab, script);
      return new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
    },
  };
}

function pageOf(key: string, tab: TabPlan, script: string): string {
  return `<!doctype html>
    <meta charset="utf-8"><meta name="application-name" content="Matinee Cinema"><title>Cinema</title>
    <div id="screen" data-playing="feature"><video class="main" style="width:480px;height:270px" muted playsinline></video></div>
    <section id="now-playing"><h1 class="title"></h1><p class="subtitle"></p><p class="year"></p></section>
    <script>const plan = ${JSON.stringify({ key, ...tab }).replaceAll('<', '\\u003c')};\n${script}</script>`;
}
