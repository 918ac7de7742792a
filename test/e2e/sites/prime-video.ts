import type { Site } from '../../support/server/site-server';
import { htmlPage, mediaResponse } from './site-page';

export const primeHosts = ['https://www.primevideo.com/*'];

/**
 * Prime Video as sites.md §4 and §7.1 document it. The player opens over a detail page that names other
 * episodes, and there are two player boxes. The next episode begins in the same element at the same address;
 * only the overlay changes, which is shown part of the time.
 */
export function primeVideo(series: string): Site {
  return (request) => {
    if (!new URL(request.url).pathname.startsWith('/region/eu/detail/')) return mediaResponse(request);
    return htmlPage(`<title>Prime Video: ${series} - Season 3</title>
      <h1 data-automation-id="title">${series}</h1><a>Resume S3 E7</a>
      <div id="dv-web-player">
        <video class="tst-video-overlay-player-html5" src="/media/ad-preview" muted loop autoplay></video>
      </div>
      <div id="dv-web-player-2"><div><video id="main"></video></div><div id="overlay"></div></div>
      <div class="up-next"><div class="atvwebplayersdk-episode-info">Season 1, Ep. 9 Another</div></div>
      <script>
        window.showOverlay = (info) => {
          document.querySelector('#overlay').innerHTML = info === undefined ? '' :
            '<div class="atvwebplayersdk-title-text">${series} [Ultra HD]</div>' +
            '<div class="atvwebplayersdk-episode-info">' + info + '</div>';
        };
      </script>`);
  };
}
