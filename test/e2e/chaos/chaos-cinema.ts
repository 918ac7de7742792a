import { filmResponse } from '../../support/film/film';
import type { TabPlan } from './plan';

/**
 * A cinema with as many works as a plan has. `src/connectors/matinee-cinema/definition.json` reads its pages.
 * The next episode begins in place, at the same address and in the same element. The page plays its plan by
 * itself, records what it played in `window.truth`, and sends that to `/truth` when it is left.
 */
export interface ChaosCinema {
  readonly fetch: (request: Request) => Promise<Response>;
  /** The address of a page that plays this plan; `key` is the name of the tab in `finalTruths`. */
  readonly open: (key: string, tab: TabPlan) => string;
  /** What each page sent when it was left, by the key of its tab. */
  readonly finalTruths: ReadonlyMap<string, unknown>;
}

export const cinemaHost = 'cinema.matinee.test';
/** A site that no connector is for. */
export const otherHost = 'elsewhere.example.test';

export function createChaosCinema(script: string): ChaosCinema {
  const tabs = new Map<string, TabPlan>();
  const finalTruths = new Map<string, unknown>();
  return {
    finalTruths,
    open(key, tab) {
      tabs.set(key, tab);
      const type = tab.parts[0]?.work.type === 'episode' ? 'series/show' : 'film';
      return `https://${cinemaHost}/cinema/${type}/${key}`;
    },
    async fetch(request) {
      const { pathname, searchParams } = new URL(request.url);
      if (pathname === '/short.webm') return filmResponse(request);
      if (pathname === '/long.webm') return filmResponse(request, 'feature.webm');
      if (pathname === '/truth') {
        finalTruths.set(searchParams.get('tab') ?? '', JSON.parse(await request.text()));
        return new Response(null, { status: 204 });
      }
      const key = pathname.split('/').at(-1) ?? '';
      const tab = tabs.get(key);
      const body = tab === undefined ? '<h1>Foyer</h1>' : pageOf(key, tab, script);
      return new Response(body, { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
    },
  };
}

/** The page that plays a plan. */
export function pageOf(key: string, tab: TabPlan, script: string): string {
  return `<!doctype html>
    <meta charset="utf-8"><meta name="application-name" content="Matinee Cinema"><title>Cinema</title>
    <div id="screen" data-playing="feature">
      <video class="main" style="width:480px;height:270px" muted playsinline></video>
    </div>
    <section id="now-playing"><h1 class="title"></h1><p class="subtitle"></p><p class="year"></p></section>
    <script>const plan = ${JSON.stringify({ key, ...tab }).replaceAll('<', '\\u003c')};\n${script}</script>`;
}
