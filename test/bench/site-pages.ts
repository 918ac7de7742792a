import { createCinema } from '../demo/cinema';
import { disneyHosts, disneyPlus } from '../e2e/sites/disney-plus';
import { jellyfin } from '../e2e/sites/jellyfin';
import { netflix, netflixHosts } from '../e2e/sites/netflix';
import { primeHosts, primeVideo } from '../e2e/sites/prime-video';
import { youtube, youtubeHosts } from '../e2e/sites/youtube';
import { filmResponse } from '../support/film/film';
import type { Site } from '../support/server/site-server';

/** A watch page of one site, as its own connector reads it. */
export interface SitePage {
  readonly name: string;
  readonly address: string;
  /** Expression for the page that starts its player; its promise ends when the player plays. */
  readonly start: string;
}

const play = (selector: string, source: string) => `(async () => {
  const video = document.querySelector(${JSON.stringify(selector)});
  video.muted = true;
  video.src = ${JSON.stringify(source)};
  await video.play();
})()`;
const episode = '0123456789abcdef0123456789abcdef';
const cinema = createCinema();

export const sitePages: readonly SitePage[] = [
  {
    name: 'Matinee Cinema',
    address: 'https://cinema.matinee.test/cinema/film/sintel?autoplay=1',
    start: `document.querySelector('#screen video.main').play()`,
  },
  {
    name: 'Netflix',
    address: 'https://www.netflix.com/watch/901',
    start: play('[data-uia="watch-video"] video', '/media/901'),
  },
  {
    name: 'YouTube',
    address: 'https://www.youtube.com/watch?v=aBcDeFgHi_1',
    start: play('#movie_player video', '/media/1'),
  },
  {
    name: 'Disney+',
    address: 'https://www.disneyplus.com/de-de/play/5b1c2a9e-0f1e-4a7b-9c3d-1234567890ab',
    start: 'openWindow(0, 1)',
  },
  {
    name: 'Prime Video',
    address: 'https://www.primevideo.com/region/eu/detail/0ABCDEFGHI/',
    start: `showOverlay('Season 1, Ep. 4 Hero'); ${play('#main', '/media/1')}`,
  },
  {
    name: 'Jellyfin',
    address: 'https://demo.jellyfin.org/jellyfin/web/#/video',
    start: `askPlayback('${episode}'); ${play('video', '/media/1')}`,
  },
];

/** That of the largest site, whose costs were measured from outside too. */
export const examinedPage = pageNamed('Netflix');

function pageNamed(wanted: string): SitePage {
  const page = sitePages.find(({ name }) => name === wanted);
  if (page === undefined) throw new Error(`no page of ${wanted}`);
  return page;
}

/** The sites of `sitePages`, by host. */
export const siteHosts: Readonly<Record<string, Site>> = {
  'cinema.matinee.test': (request) =>
    new URL(request.url).pathname === '/film.webm'
      ? filmResponse(request, 'feature.webm')
      : cinema.fetch(request),
  'www.netflix.com': netflix({ id: 80_021_955, title: 'Better Call Saul', seasons: [[[901, 'Uno']]] }),
  'www.youtube.com': youtube({ aBcDeFgHi_1: { title: 'The General', channel: 'YouTube Movies' } }),
  'www.disneyplus.com': disneyPlus({
    series: 'The Simpsons',
    subtitle: 'S1:E2 Bart the Genius',
    next: 'S1:E3 Homer’s Odyssey',
    seconds: 2_700,
  }),
  'www.primevideo.com': primeVideo('Better Call Saul'),
  'demo.jellyfin.org': jellyfin({
    series: 'Chernobyl',
    tmdb: 87_108,
    episodes: [{ id: episode, season: 1, episode: 1, name: '1:23:45' }],
  }),
};

/** Match patterns of all these pages. */
export const sitePatterns: readonly string[] = [
  'https://cinema.matinee.test/*',
  'https://demo.jellyfin.org/*',
  ...netflixHosts,
  ...youtubeHosts,
  ...disneyHosts,
  ...primeHosts,
];
