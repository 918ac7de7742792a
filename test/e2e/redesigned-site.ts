import { filmResponse } from '../support/film/film';
import type { Site } from '../support/server/site-server';

export const REDESIGNED = 'films.example.test';

/** A site of films that renames the element of its title; the year beside it stays. */
export function createRedesigned() {
  const state = { isRedesigned: false };
  const site: Site = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/film.webm') return filmResponse(request);
    const [title, year] = pathname === '/watch/1' ? ['Sintel', '2010'] : ['Big Buck Bunny', '2008'];
    const name = state.isRedesigned ? 'headline' : 'name';
    return new Response(pageOf(title, year, name), { headers: { 'Content-Type': 'text/html' } });
  };
  return { site, state };
}

function pageOf(title: string, year: string, name: string): string {
  return `<!doctype html><title>Films</title><p class="${name}">${title}</p><p class="year">${year}</p>
    <video src="/film.webm" muted></video><script>
      const video = document.querySelector('video');
      video.addEventListener('loadedmetadata', () => { video.playbackRate = 2; });
      void video.play();
    </script>`;
}

/** The connector that fits the page as it was, as its author submits it. */
export function connectorBefore() {
  const item = { type: 'movie', title: 'Sintel', year: 2010 };
  return {
    name: 'Films',
    domains: [REDESIGNED],
    definition: {
      version: 1,
      id: 'films',
      name: 'Films',
      hosts: [REDESIGNED],
      pages: [
        {
          kind: 'film',
          match: { path: '^/watch/(?<id>[0-9]+)$' },
          item: { type: [{ constant: 'movie' }], title: [{ text: '.name' }], year: [{ text: '.year' }] },
          player: { video: ['video'], minDuration: 10 },
          generic: false,
        },
      ],
      verified: { date: null, how: 'a page of the tests' },
    },
    cases: [
      {
        name: 'film',
        html: '<p class="name">Sintel</p><p class="year">2010</p><video></video>',
        case: {
          about: 'a film',
          covers: 'film',
          url: `https://${REDESIGNED}/watch/1`,
          videos: [{ selector: 'video', duration: 60, position: 5 }],
          expect: { item },
        },
      },
    ],
  };
}
