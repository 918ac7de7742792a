import { filmResponse } from '../support/film/film';
import type { Site } from '../support/server/site-server';

/** Two episodes of a series in the catalogue, which each of the three invented sites shows. */
const episodes = [
  { number: 1, title: 'Pilot' },
  { number: 2, title: "Cat's in the Bag..." },
] as const;

const page = (title: string, head: string, body: string) =>
  new Response(
    `<!doctype html><html lang="en">
      <head><meta charset="utf-8"><title>${title}</title>${head}</head>
      <body style="margin:0;font:16px sans-serif">${body}</body></html>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  );

const film = (request: Request) => filmResponse(request, 'feature.webm');
const video = (attributes = '') =>
  `<video ${attributes} src="/feature.webm" muted controls
    style="display:block;width:800px;height:400px;background:#222"></video>`;
const autoplay =
  '<script>for (const v of document.querySelectorAll("video")) { v.playbackRate = 8; v.play(); }</script>';

/** A server-rendered site: one page per episode, with JSON-LD. */
export const renderedSite: Site = (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/feature.webm') return film(request);
  const number = Number(/episode-(\d+)/.exec(pathname)?.[1] ?? 1);
  const episode = episodes[number - 1] ?? episodes[0];
  const data = {
    '@context': 'https://schema.org',
    '@type': 'TVEpisode',
    '@id': `https://www.rendered.example${pathname}`,
    name: episode.title,
    episodeNumber: number,
    partOfSeason: { '@type': 'TVSeason', seasonNumber: 1 },
    partOfSeries: { '@type': 'TVSeries', name: 'Breaking Bad' },
  };
  return page(
    'Watch online',
    `<script type="application/ld+json">${JSON.stringify(data)}</script>`,
    `<header><nav><a href="/">Rendered</a> <a href="/account">Jane Doe</a></nav></header>
      ${video()}<p>You are watching ${episode.title}</p>${autoplay}`,
  );
};

/** A single-page app with generated class names and no structured data; the next episode starts in place. */
export const appSite: Site = (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/feature.webm') return film(request);
  const script = `
    const names = ${JSON.stringify(episodes.map(({ title }) => title))};
    window.show = (n) => {
      history.replaceState({}, '', '/watch/' + (880000 + n));
      document.title = 'Stream App';
      const label = (text) => '<span class="css-7h8j9k">' + text + '</span>';
      root.innerHTML =
        '<div class="css-1q2w3e">' +
        '<div class="sc-bdVaJa kYxWvu">' + ${JSON.stringify(video('id="player"'))} + '</div>' +
        '<div class="css-9xk2p1"><h1 class="sc-aXZVg dKjuEr">Breaking Bad</h1>' +
        label('S1 E' + n + ' · ' + names[n - 1].replaceAll('"', '')) + '</div></div>' +
        '<ul class="css-0a1b2c"><li>' + label('S1 E5 · Gray Matter') + '</li>' +
        '<li>' + label('S1 E6 · Crazy Handful of Nothing') + '</li></ul>';
      const v = document.querySelector('video'); v.playbackRate = 8; v.play();
    };
    const root = document.querySelector('#app');
    window.show(1);`;
  return page(
    'Stream App',
    '',
    `<nav class="css-menu1">Home</nav><div id="app"></div><script>${script}</script>`,
  );
};

/** A player made of web components: video, title and numbers are in open shadow roots. */
export const shadowSite: Site = (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/feature.webm') return film(request);
  const number = Number(/play\/7(\d+)/.exec(pathname)?.[1] ?? 1);
  const episode = episodes[number - 1] ?? episodes[0];
  const script = `
    customElements.define('shadow-player', class extends HTMLElement {
      connectedCallback() {
        const root = this.attachShadow({ mode: 'open' });
        root.innerHTML = ${JSON.stringify(video())} + '<player-labels></player-labels>';
        const v = root.querySelector('video'); v.playbackRate = 8; v.play();
      }
    });
    customElements.define('player-labels', class extends HTMLElement {
      connectedCallback() {
        this.attachShadow({ mode: 'open' }).innerHTML =
          '<div class="show-title">Breaking Bad</div>' +
          '<div class="episode-label">Season 1, Episode ${number}</div>' +
          '<div class="episode-title">' + ${JSON.stringify(episode.title)} + '</div>';
      }
    });`;
  return page('Shadow TV', '', `<main><shadow-player></shadow-player></main><script>${script}</script>`);
};
