import type { Site } from '../../support/server/site-server';
import { htmlPage, mediaResponse } from './site-page';

export const youtubeHosts = ['https://www.youtube.com/*'];

/**
 * YouTube as sites.md §4 documents it. Only the channel distinguishes a film from other videos. An id has
 * eleven characters.
 */
export function youtube(
  videos: Readonly<Record<string, { readonly title: string; readonly channel: string }>>,
): Site {
  return (request) => {
    const { pathname, searchParams } = new URL(request.url);
    const id = searchParams.get('v') ?? '';
    const video = videos[id];
    if (pathname !== '/watch' || video === undefined) return mediaResponse(request);
    return htmlPage(`<title>${video.title} - YouTube</title>
      <ytd-page-manager id="page-manager"><ytd-watch-flexy video-id="${id}"><div id="primary">
        <div id="movie_player" class="html5-video-player">
          <a class="ytp-title-link" href="/watch?v=${id}">\u200e${video.title}</a>
          <video class="video-stream html5-main-video"></video>
        </div>
        <div id="title" class="style-scope ytd-watch-metadata"><h1>${video.title}</h1></div>
        <div id="top-row">
          <ytd-channel-name>
            <div class="ytd-channel-name"><a href="/channel/UC1">${video.channel}</a></div>
          </ytd-channel-name>
        </div>
      </div></ytd-watch-flexy></ytd-page-manager>
      <a class="video-thumbnail"><video muted autoplay src="/media/thumbnail"></video></a>
      <script>
        window.showAd = (shown) =>
          document.querySelector('#movie_player').classList.toggle('ad-showing', shown);
      </script>`);
  };
}
