import type { Site } from '../../support/server/site-server';
import { htmlPage, inScript, mediaResponse } from './site-page';

export const channel4Hosts = ['https://www.channel4.com/*'];

/**
 * A page of a programme: `known-…` has the labels that the connector reads, `redesigned-…` has JSON-LD and
 * nothing else.
 */
export function channel4(series: string): Site {
  return (request) => {
    const { href, pathname } = new URL(request.url);
    const [, number] = /on-demand\/redesigned-(\d+)$/.exec(pathname) ?? [];
    const [, known] = /on-demand\/known-(\d+)$/.exec(pathname) ?? [];
    const data = {
      '@context': 'https://schema.org',
      '@type': 'TVEpisode',
      url: href,
      episodeNumber: Number(number),
      partOfSeason: { '@type': 'TVSeason', seasonNumber: 1 },
      partOfSeries: { '@type': 'TVSeries', name: series },
    };
    if (number !== undefined)
      return htmlPage(`<script type="application/ld+json">${inScript(data)}</script><video></video>`);
    if (known === undefined) return mediaResponse(request);
    return htmlPage(
      `<h1 class="all4-brandhubs-details__title--text">${series}</h1>
      <p class="all4-brandhubs-details__episode-number">Series 1 Episode ${known}</p>
      <video></video>`,
    );
  };
}
