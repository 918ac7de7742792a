import type { Site } from '../../support/server/site-server';
import { htmlPage, mediaResponse } from './site-page';

export const huluHosts = ['https://www.hulu.com/*'];

/**
 * Hulu as sites.md §4 documents it. Advertisements are part of the stream, so the position in the title is
 * the text of the timeline and not the time of the element. An UP NEXT card has the same test id as the
 * metadata of the title that plays. The title is 47 minutes long.
 */
export function hulu(series: string): Site {
  return (request) => {
    if (!new URL(request.url).pathname.startsWith('/watch/')) return mediaResponse(request);
    return htmlPage(`<div id="web-player-app">
        <video id="content-video-player"></video>
        <div class="VideoPreviewPlayer"><video muted loop src="/media/ad-preview"></video></div>
        <div data-testid="player-metadata"></div>
        <div class="Timeline">
          <div class="Timeline__currentTimestamp">0:00</div>
          <div class="Timeline__slider" role="slider" aria-valuemin="0" aria-valuemax="2820"></div>
        </div>
        <div class="AdUnitView" style="width: 50px; height: 20px" hidden>
          <span data-testid="ad-badge">Ad 1 of 2</span>
        </div>
      </div>
      <script>
        const video = document.querySelector('#content-video-player');
        const ad = document.querySelector('.AdUnitView');
        /** Seconds of advertisements in the stream so far. */
        let advertised = 0;
        let adSince;
        window.showAd = (shown) => {
          if (shown) adSince = video.currentTime;
          else { advertised += video.currentTime - adSince; adSince = undefined; }
          ad.hidden = !shown;
        };
        window.showMetadata = (numbers, card) => {
          document.querySelector('[data-testid="player-metadata"]').innerHTML =
            (card ? '<div>UP NEXT</div>' : '') + '<div><span>${series}</span></div>' +
            '<div>' + numbers + '</div><div>•</div><div></div>';
        };
        (function draw() {
          const seconds = Math.floor((adSince ?? video.currentTime) - advertised);
          document.querySelector('.Timeline__currentTimestamp').textContent =
            Math.floor(seconds / 60) + ':' + String(seconds % 60).padStart(2, '0');
          requestAnimationFrame(draw);
        })();
      </script>`);
  };
}
