import { FEATURE_DURATION, filmResponse } from '../../support/film/film';
import type { Site } from '../../support/server/site-server';

/** What a page of the cinema states. `line` is that of an episode: "S1 E2 · Die Katze ist im Sack". */
export interface StatedWork {
  readonly lang: string;
  readonly title: string;
  readonly year?: number;
  readonly line?: string;
}

export const CINEMA_HOST = 'cinema.matinee.test';

/** Minutes of the film that every page plays. */
export const FEATURE_MINUTES = FEATURE_DURATION / 60;

/** The demonstration cinema in the language of each work, which plays by itself at a rate of 16. */
export function anyLanguageCinema(works: Readonly<Record<string, StatedWork>>): Site {
  return (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/feature.webm') return filmResponse(request, 'feature.webm');
    const work = works[pathname.split('/').at(-1) ?? ''];
    return work === undefined
      ? new Response('no such page', { status: 404 })
      : new Response(pageOf(work), { headers: { 'content-type': 'text/html; charset=utf-8' } });
  };
}

/** The address of a work: an episode has a series before it. */
export function addressOf(name: string, { line }: StatedWork): string {
  return `https://${CINEMA_HOST}/cinema/${line === undefined ? 'film' : 'series/any'}/${name}`;
}

function pageOf({ lang, title, year, line = '' }: StatedWork): string {
  return `<!doctype html><html lang="${lang}"><head><meta charset="utf-8">
    <meta name="application-name" content="Matinee Cinema"><title>${title}</title></head><body>
    <div id="screen"><video class="main" src="/feature.webm" muted></video></div>
    <section id="now-playing"><h1 class="title">${title}</h1><p class="subtitle">${line}</p>
    <p class="year">${String(year ?? '')}</p></section>
    <script>
      const video = document.querySelector('video');
      video.addEventListener('loadedmetadata', () => { video.playbackRate = 16; });
      void video.play();
    </script></body></html>`;
}
