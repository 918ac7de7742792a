import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { INVENTED_IDS } from '../../demo/cinema-catalogue';
import { filmResponse } from '../../support/film/film';

/** Players as sites use them. Each plays the same film from fragments through Media Source Extensions. */
export const players = ['hls.js', 'shaka-player', 'video.js', 'media-chrome', 'own-element'] as const;
export type Player = (typeof players)[number];

export const playerHost = 'players.matinee.test';

/** One connector definition for the pages of all players. */
export const playerDefinition = {
  version: 1,
  id: 'real-players',
  name: 'Real players',
  hosts: [playerHost],
  verified: { date: '2026-11-21', how: 'the pages of this file' },
  pages: [
    {
      kind: 'film',
      match: { path: '^/watch/(?<id>[a-z.-]+)$' },
      item: {
        type: [{ constant: 'movie' }],
        title: [{ text: 'h1' }],
        ids: { tmdb: [{ attribute: 'h1', name: 'data-tmdb' }] },
      },
      player: { shadow: true },
    },
  ],
};

/** The invented TMDB id that the page of a player states: of a film that lasts a minute. */
export function tmdbOf(player: Player): number {
  return INVENTED_IDS.short + players.indexOf(player);
}

const root = fileURLToPath(new URL('../../../node_modules/', import.meta.url));
const hls = 'hls.js/dist/hls.min.js';

interface Parts {
  readonly scripts: readonly string[];
  readonly markup: string;
  /**
   * Statements that create the player. They declare `video`, the element, and `load(film)`, which plays a
   * film.
   */
  readonly start: string;
}

const plain = '<video id="video" muted playsinline style="width:480px;height:270px"></video>';
const withHls = `
  let hls;
  const load = (film) => { hls?.destroy(); hls = new Hls(); hls.loadSource(film); hls.attachMedia(video); };`;

const parts: Readonly<Record<Player, Parts>> = {
  'hls.js': {
    scripts: [hls],
    markup: plain,
    start: `const video = document.querySelector('video'); ${withHls}`,
  },
  'shaka-player': {
    scripts: ['shaka-player/dist/shaka-player.compiled.js'],
    markup: plain,
    start: `const video = document.querySelector('video');
      shaka.polyfill.installAll();
      const player = new shaka.Player();
      const attached = player.attach(video);
      const load = (film) => attached.then(() => player.load(film));`,
  },
  'video.js': {
    scripts: ['video.js/dist/video.min.js'],
    markup: plain.replace('id="video"', 'id="video" class="video-js"'),
    // Without overrideNative newer browsers play the playlist themselves, without Media Source Extensions.
    start: `const player = videojs('video', { html5: { vhs: { overrideNative: true } } });
      const video = document.querySelector('video');
      const load = (film) => player.src({ src: film, type: 'application/x-mpegURL' });`,
  },
  'media-chrome': {
    scripts: [hls, 'media-chrome/dist/iife/all.js'],
    markup: `<media-controller>
      ${plain.replace('<video', '<video slot="media"')}
      <media-control-bar>
        <media-play-button></media-play-button><media-time-range></media-time-range>
      </media-control-bar>
    </media-controller>`,
    start: `const video = document.querySelector('video'); ${withHls}`,
  },
  'own-element': {
    scripts: [hls],
    markup: '<own-player></own-player>',
    start: `
      customElements.define('own-player', class extends HTMLElement {
        connectedCallback() { this.attachShadow({ mode: 'open' }).innerHTML = '<section>${plain}</section>'; }
      });
      const video = document.querySelector('own-player').shadowRoot.querySelector('video'); ${withHls}`,
  },
};

export async function playerPages(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const file = pathname.split('/').at(-1) ?? '';
  if (pathname.startsWith('/film/')) return filmResponse(request, file);
  const player = players.find((name) => pathname === `/watch/${name}`);
  if (player !== undefined)
    return new Response(pageOf(player), { headers: { 'Content-Type': 'text/html; charset=utf-8' } });
  const script = players
    .flatMap((name) => parts[name].scripts)
    .find((name) => pathname === `/library/${name}`);
  if (script === undefined) return new Response('no such page', { status: 404 });
  return new Response(await readFile(`${root}${script}`), { headers: { 'Content-Type': 'text/javascript' } });
}

function pageOf(player: Player): string {
  const { scripts, markup, start } = parts[player];
  return `<!doctype html><meta charset="utf-8"><title>Players</title>
    <h1 data-tmdb="${tmdbOf(player)}">A film in ${player}</h1>
    ${markup}
    ${scripts.map((name) => `<script src="/library/${name}"></script>`).join('')}
    <script>
      ${start}
      window.stage = {
        video: () => video,
        /** Starts another title in the same player. Returns the last position of the old one, in seconds. */
        next(title, tmdb) {
          const at = video.currentTime;
          const shown = document.querySelector('h1');
          shown.textContent = title;
          shown.dataset.tmdb = tmdb;
          load('/film/film.m3u8');
          return at;
        },
      };
      load('/film/film.m3u8');
    </script>`;
}
