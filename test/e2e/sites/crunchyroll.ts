import type { Site } from '../../support/server/site-server';
import { htmlPage, inScript, mediaResponse } from './site-page';

export const crunchyrollHosts = ['https://www.crunchyroll.com/*', 'https://static.crunchyroll.com/*'];

/**
 * Crunchyroll as sites.md §4 and §7.10 document it until 2026. The page names the episode and has no player;
 * the player is in a frame of another host, without a title. A second frame shows a promotion.
 */
export function crunchyroll({
  id,
  series,
  season,
  episode,
  title,
}: {
  readonly id: string;
  readonly series: string;
  readonly season: number;
  readonly episode: number;
  readonly title: string;
}): Readonly<Record<string, Site>> {
  const data = {
    '@context': 'https://schema.org',
    '@type': 'TVEpisode',
    '@id': `https://www.crunchyroll.com/watch/${id}/slug`,
    name: title,
    episodeNumber: episode,
    partOfSeason: { '@type': 'TVSeason', seasonNumber: season },
    partOfSeries: { '@type': 'TVSeries', name: series },
  };
  return {
    'www.crunchyroll.com': () =>
      htmlPage(`<script type="application/ld+json">${inScript(data)}</script>
        <iframe id="promotion" src="https://promotions.example.test/"></iframe>
        <div id="player-container">
          <iframe id="player" width="700" height="400" allow="autoplay"
            src="https://static.crunchyroll.com/vilos-v2/web/vilos/player.html?lang=en"></iframe>
        </div>
        <a class="show-title-link"><h4>${series}</h4></a><h1 class="title">E${episode} - ${title}</h1>`),
    'static.crunchyroll.com': (request) =>
      new URL(request.url).pathname.startsWith('/vilos')
        ? htmlPage('<video id="player0"></video>')
        : mediaResponse(request),
    'promotions.example.test': (request) =>
      new URL(request.url).pathname === '/'
        ? htmlPage('<video id="clip" muted autoplay loop src="/media/ad"></video>')
        : mediaResponse(request),
  };
}
