import type { Site } from '../../support/server/site-server';
import { htmlPage, inScript, mediaResponse } from './site-page';

export const appleHosts = ['https://tv.apple.com/*'];

/**
 * Apple TV+ as sites.md §4 documents it, in the layout with the video in nested shadow roots. JSON-LD and
 * meta elements keep describing the episode that was loaded first, the labels of the player are shown only
 * with its controls, and the other videos of the page are promotions.
 */
export function appleTv(
  series: string,
  first: { readonly id: string; readonly title: string; readonly season: number; readonly episode: number },
): Site {
  const data = {
    '@context': 'http://schema.org',
    '@type': 'Episode',
    name: first.title,
    url: `https://tv.apple.com/us/episode/x/${first.id}`,
    episodeNumber: first.episode,
    partOfSeason: { '@type': 'TVSeason', seasonNumber: first.season },
    partOfSeries: { '@type': 'TVSeries', name: series },
  };
  return (request) => {
    if (!new URL(request.url).pathname.startsWith('/us/episode/')) return mediaResponse(request);
    return htmlPage(`<title>\u200e${first.title} - Apple TV</title>
      <meta name="apple:content_id" content="${first.id}"><meta name="apple:title" content="${first.title}">
      <script type="application/ld+json">${inScript(data)}</script>
      <div class="hero"><video muted loop autoplay src="/media/ad-promo"></video></div>
      <apple-tv-plus-player><template shadowrootmode="open">
        <amp-video-player-internal><template shadowrootmode="open">
          <amp-video-player><template shadowrootmode="open">
            <style>video { width: 640px; height: 360px; }</style><video id="main"></video>
          </template></amp-video-player>
        </template></amp-video-player-internal>
      </template></apple-tv-plus-player>
      <div id="controls"></div>
      <script>
        window.showControls = (subtitle) => {
          document.querySelector('#controls').innerHTML = subtitle === undefined ? '' :
            '<div class="video-metadata"><div class="title">${series}</div>' +
            '<div class="subtitle-text">' + subtitle + '</div></div>';
        };
      </script>`);
  };
}
