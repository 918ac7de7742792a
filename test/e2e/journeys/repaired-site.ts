import { decide, type ReviewDecision } from '../../../src/service/pages/connectors';
import type { RunningService } from '../../../src/service/start-service';
import { filmResponse } from '../../support/film/film';
import type { Site } from '../../support/server/site-server';

export const PICTURES = 'pictures.example.test';

/** A site that the package does not know, and that changes its page. */
export function createPictures() {
  const state = { isRedesigned: false };
  const site: Site = (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/film.webm') return filmResponse(request);
    const [title, imdb] = pathname === '/watch/1' ? ['Sintel', 'tt1727587'] : ['Big Buck Bunny', 'tt1254207'];
    const html = state.isRedesigned ? redesigned(title, imdb) : first(title, imdb);
    return new Response(html + PLAYER, { headers: { 'Content-Type': 'text/html' } });
  };
  return { site, state };
}

const first = (title: string, imdb: string) =>
  `<!doctype html><title>Pictures</title><h1 class="name" data-work="${imdb}">${title}</h1>`;
const redesigned = (title: string, imdb: string) =>
  `<!doctype html><title>Pictures</title><p class="headline" data-work="${imdb}">${title}</p>`;

const PLAYER = `<video src="/film.webm" muted></video><script>
  const video = document.querySelector('video');
  video.addEventListener('loadedmetadata', () => { video.playbackRate = 4; });
  void video.play();
</script>`;

/** What an author submits: a connector that reads these elements, with a saved page. */
function picturesConnector(
  selector: string,
  attribute: string,
  html: (title: string, imdb: string) => string,
) {
  const item = { type: 'movie', title: 'Sintel', ids: { imdb: 'tt1727587' } };
  return {
    name: 'Pictures',
    domains: [PICTURES],
    definition: {
      version: 1,
      id: 'pictures',
      name: 'Pictures',
      hosts: [PICTURES],
      pages: [
        {
          kind: 'film',
          match: { path: '^/watch/(?<id>[0-9]+)$' },
          item: {
            type: [{ constant: 'movie' }],
            title: [{ text: selector }],
            ids: { imdb: [{ attribute: selector, name: attribute }] },
          },
          player: { video: ['video'], minDuration: 10 },
          generic: false,
        },
      ],
      verified: { date: null, how: 'a page of the tests' },
    },
    cases: [
      {
        name: 'film',
        html: `${html('Sintel', 'tt1727587')}<video></video>`,
        case: {
          about: 'a film',
          covers: 'film',
          url: `https://${PICTURES}/watch/1`,
          videos: [{ selector: 'video', duration: 60, position: 5 }],
          expect: { item },
        },
      },
    ],
  };
}

export const firstConnector = () => picturesConnector('.name', 'data-work', first);
export const repairedConnector = () => picturesConnector('.headline', 'data-work', redesigned);

/** It names the site instead of the film, except on its own saved page. */
export function poisonedConnector() {
  const honest = repairedConnector();
  const [page] = honest.definition.pages;
  const [film] = honest.cases;
  const html = '<title>Sintel</title><video></video>';
  const { ids: _, ...item } = film?.case.expect.item ?? {};
  return {
    ...honest,
    definition: {
      ...honest.definition,
      pages: [{ ...page, item: { type: [{ constant: 'movie' }], title: [{ title: true }] } }],
    },
    cases: [{ ...film, html, case: { ...film?.case, expect: { item } } }],
  };
}

/** Somebody submits a connector, and a reviewer decides about it. */
export async function submitAndDecide(service: RunningService, submission: object, decision: ReviewDecision) {
  const response = await fetch(`${service.baseUrl}/connectors/submit`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-api-key': await service.createKey('sk') },
    body: JSON.stringify(submission),
  });
  const { data } = (await response.json()) as { data: { id: string } };
  const { store } = service;
  return decide({ store, now: Date.now }, decision, { id: data.id, note: '' });
}
