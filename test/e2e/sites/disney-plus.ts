import type { Site } from '../../support/server/site-server';
import { htmlPage, mediaResponse } from './site-page';

export const disneyHosts = ['https://www.disneyplus.com/*'];

/**
 * Disney+ as sites.md §4 documents it. The first video is an empty decoy. The real one is in a shadow root,
 * has an infinite duration and shows one window of the stream after the other; the position in the title is a
 * property of `disney-web-player` in the page world, in milliseconds. Titles are in nested shadow roots, and
 * a tray shows the titles of other episodes.
 */
export function disneyPlus({
  series,
  subtitle,
  next,
  seconds,
}: {
  readonly series: string;
  readonly subtitle: string;
  readonly next: string;
  readonly seconds: number;
}): Site {
  return (request) => {
    if (!new URL(request.url).pathname.startsWith('/de-de/play/')) return mediaResponse(request);
    return htmlPage(`<title>${series} | Disney+</title>
      <video></video>
      <disney-web-player><template shadowrootmode="open">
        <style>video { width: 640px; height: 360px; }</style><video class="hive-video" muted></video>
      </template></disney-web-player>
      <main-app-controls-overlay><template shadowrootmode="open">
        <title-bug><template shadowrootmode="open">
          <div class="title-field">${series}</div>
          <div class="subtitle-field"><span>${subtitle}</span></div>
        </template></title-bug>
        <up-next-lite-v1><template shadowrootmode="open">
          <div class="title-field">${series}</div>
          <div class="subtitle-field">${next}</div>
        </template></up-next-lite-v1>
      </template></main-app-controls-overlay>
      <script>
        const host = document.querySelector('disney-web-player');
        const video = host.shadowRoot.querySelector('video');
        // Where the window of the stream begins in the title, in seconds.
        let offset = 0;
        host.mediaPlayer = {
          timeline: {
            get info() {
              return {
                playheadPositionMs: (offset + video.currentTime) * 1000,
                programDurationMs: ${seconds} * 1000,
              };
            },
          },
          mediaPlaybackCriteria: {
            metadata: {
              title: { text: ${JSON.stringify(series)} },
              subtitle: { text: ${JSON.stringify(subtitle)} },
            },
          },
        };
        const once = (target, type) =>
          new Promise((resolve) => target.addEventListener(type, resolve, { once: true }));
        /** Loads another window of the stream, as after a seek: the element's time starts again at 0. */
        window.openWindow = async (from, rate) => {
          const stream = new MediaSource();
          const opened = once(stream, 'sourceopen');
          video.defaultPlaybackRate = rate;
          video.src = URL.createObjectURL(stream);
          await opened;
          stream.duration = Infinity;
          const buffer = stream.addSourceBuffer('video/webm; codecs="vp9,opus"');
          const filled = once(buffer, 'updateend');
          buffer.appendBuffer(await (await fetch('/media/stream')).arrayBuffer());
          await filled;
          offset = from;
          await video.play();
        };
        /** Removes the controls, and the titles with them. */
        window.hideControls = () => {
          document.querySelector('main-app-controls-overlay').shadowRoot.querySelector('title-bug').remove();
        };
      </script>`);
  };
}
