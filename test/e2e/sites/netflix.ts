import type { Site } from '../../support/server/site-server';
import { htmlPage, mediaResponse } from './site-page';

/** A show in the metadata endpoint: seasons in order, with id and title of each episode. */
export interface NetflixShow {
  readonly id: number;
  readonly title: string;
  readonly hiddenEpisodeNumbers?: boolean;
  readonly seasons: readonly (readonly (readonly [id: number, title: string])[])[];
}

export const netflixHosts = ['https://www.netflix.com/*'];

/**
 * Netflix as sites.md §4 documents it. The title is in a metadata endpoint that has had two addresses, the id
 * of the title in the state of the player (after autoplay the address changes later). Advertisements play in
 * the same element and show `[data-uia="ad-countdown"]`. `document.title` has no title.
 */
export function netflix(...shows: readonly NetflixShow[]): Site {
  return (request) => {
    const { pathname, searchParams } = new URL(request.url);
    if (pathname.startsWith('/watch/')) return watchPage(pathname.split('/')[2] ?? '');
    if (pathname === '/api/shakti/mre/metadata') return metadata(shows, Number(searchParams.get('movieid')));
    return mediaResponse(request);
  };
}

function watchPage(id: string): Response {
  return htmlPage(`<title>Netflix</title>
    <div class="billboard-row"><video muted loop src="/media/ad-preview"></video></div>
    <div data-uia="watch-video"><video></video></div>
    <script>
      const playing = { videoId: ${Number(id)} };
      window.netflix = { appContext: { state: { playerApp: {
        getState: () => ({ videoPlayer: { playbackStateBySessionId: { 'session-1': playing } } }),
      } } } };
      /** As autoplay does: the id of the player changes before the address. */
      window.goOn = (next) => { playing.videoId = next; };
      window.showAd = (shown) => {
        document.querySelector('[data-uia="ad-countdown"]')?.remove();
        if (!shown) return;
        const countdown = '<div data-uia="ad-countdown">Ad 0:15</div>';
        document.querySelector('[data-uia="watch-video"]').insertAdjacentHTML('beforeend', countdown);
      };
    </script>`);
}

function metadata(shows: readonly NetflixShow[], id: number): Response {
  const show = shows.find(({ seasons }) =>
    seasons.some((season) => season.some(([episode]) => episode === id)),
  );
  if (show === undefined) return new Response('{}', { status: 404 });
  const { title, seasons, hiddenEpisodeNumbers } = show;
  return Response.json({
    video: {
      type: 'show',
      id: show.id,
      title,
      currentEpisode: id,
      ...(hiddenEpisodeNumbers === true && { hiddenEpisodeNumbers }),
      seasons: seasons.map((season, index) => ({
        seq: index + 1,
        episodes: season.map(([episode, name], at) => ({
          id: episode,
          episodeId: episode,
          seq: at + 1,
          title: name,
        })),
      })),
    },
  });
}
