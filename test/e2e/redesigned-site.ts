import { filmResponse } from '../support/film/film';
import type { Site } from '../support/server/site-server';

/** Host of a packaged connector that reads the title of a film in an element of the page. */
export const REDESIGNED = 'www.zdf.de';
export const redesignedId = 'zdf';

/** The element with the title: as the packaged connector knows it, and after each of two redesigns. */
const elements = [
  { start: '<h2>', end: '</h2>', selector: 'h2' },
  { start: '<span class="media-heading">', end: '</span>', selector: '.media-heading' },
  { start: '<strong class="hero-line">', end: '</strong>', selector: '.hero-line' },
] as const;

/** The site with two films, and its redesigns: each takes away the element that was read before. */
export function createRedesigned() {
  let design = 0;
  const site: Site = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/feature.webm') return filmResponse(request, 'feature.webm');
    const [title, year] = pathname === filmPath(1) ? ['Sintel', 2010] : ['Tears of Steel', 2012];
    const { start, end } = elements[design] ?? elements[0];
    const body = pageOf(`${start}${title}${end}`, year);
    return new Response(body, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  };
  return {
    site,
    /** Draws the site anew, and returns where the title is now. */
    redesign: () => {
      design += 1;
      return elements[design]?.selector ?? '';
    },
  };
}

export function filmPath(number: number): string {
  return `/play/filme/kino-10${number}/film-10${number}`;
}

function pageOf(title: string, year: number): string {
  return `<!doctype html><html lang="de"><title>ZDF</title><body style="font:16px sans-serif">
    <nav><a href="/">ZDF</a> <a href="/live-tv">Live-TV</a></nav>
    <div class="zdfplayer-video-container">
      <video src="/feature.webm" muted style="display:block;width:800px;height:400px"></video>
    </div>
    <section><div><a href="/filme" title="mehr zu Filme">Filme</a></div>${title}
      <p>Drama • ${year} • 45 min</p></section>
    <script>
      const video = document.querySelector('video');
      video.addEventListener('loadedmetadata', () => { video.playbackRate = 8; });
      void video.play();
    </script></body></html>`;
}
