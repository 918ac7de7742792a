import type { Site } from '../../support/server/site-server';
import { filmResponse } from '../../support/film/film';

/**
 * A site with the title only in the page world and the id only in the answer of another host. It needs the
 * page-world reader and the host access of the worker.
 */
export const OWN_PLAYER_HOSTS = { page: 'player.example.test', api: 'api.example.test' } as const;

const content = "default-src 'none'; script-src 'unsafe-inline'; media-src 'self'";
const html = `<!doctype html><title>Player</title><video src="/film.webm" muted></video><script>
  const name = location.pathname === '/watch/7' ? 'Big Buck Bunny' : 'Elephants Dream';
  globalThis.app = { getState: () => ({ now: { name, released: 2008 } }) };
  const video = document.querySelector('video');
  video.addEventListener('loadedmetadata', () => { video.playbackRate = 4; });
  video.playbackRate = 4;
  void video.play();
</script>`;

export const ownPlayer: { readonly page: Site; readonly api: Site } = {
  page: (request) =>
    new URL(request.url).pathname === '/film.webm'
      ? filmResponse(request)
      : new Response(html, { headers: { 'Content-Type': 'text/html', 'Content-Security-Policy': content } }),
  // Without a CORS header only an extension with access to this host can read the answer.
  api: () => Response.json({ work: { imdb: 'tt1254207' } }),
};

export const ownPlayerDefinition = {
  version: 1,
  id: 'own-player',
  name: 'Own player',
  hosts: [OWN_PLAYER_HOSTS.page],
  apiHosts: [OWN_PLAYER_HOSTS.api],
  pages: [
    {
      kind: 'film',
      match: { path: '^/watch/(?<id>[0-9]+)$' },
      item: {
        type: [{ constant: 'movie' }],
        title: [{ pageWorld: 'app.getState().now.name' }],
        year: [{ pageWorld: 'app.getState().now.released' }],
        ids: { imdb: [{ endpoint: 'work', path: '$.work.imdb' }] },
      },
      player: { video: ['video'], minDuration: 10 },
    },
  ],
  endpoints: { work: { urls: [`https://${OWN_PLAYER_HOSTS.api}/works/{id}`] } },
  verified: { date: null, how: 'a page of the tests' },
};
