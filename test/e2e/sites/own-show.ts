import type { OpenFacts } from '../../support/free-sources/open-facts';
import { createTvmazeAnswers } from '../../support/free-sources/tvmaze-answers';
import { createWikidataAnswers, type WikidataAnswer } from '../../support/free-sources/wikidata-answers';
import type { Site } from '../../support/server/site-server';
import { netflix, netflixHosts } from './netflix';

/** A series that no catalogue of the project has: a site that shows it, and what Wikidata and TVmaze say. */
export const ownShow = {
  id: 300,
  title: 'Harbour Lights',
  seasons: [
    [
      [101, 'Low Tide'],
      [102, 'Fog'],
    ],
  ],
} as const;
const facts: readonly OpenFacts[] = [
  {
    wikidataId: 'Q9001',
    kind: 'tv',
    tmdbId: 90210,
    tvmazeId: 7001,
    labels: { en: ownShow.title },
    year: 2021,
    sitelinks: 40,
    seasons: { 1: ['Low Tide', 'Fog', 'Spring Flood'] },
  },
];

export const ownShowHosts = ['https://www.wikidata.org/*', 'https://api.tvmaze.com/*', ...netflixHosts];

export function ownShowSites(): Readonly<Record<string, Site>> {
  const wikidata = createWikidataAnswers(facts);
  const tvmaze = createTvmazeAnswers(facts, () => 'https://api.tvmaze.com');
  return {
    'www.netflix.com': netflix(ownShow),
    'www.wikidata.org': answering((url) => wikidata(url.searchParams)),
    'api.tvmaze.com': answering((url) => tvmaze(url.pathname, url.searchParams)),
  };
}

function answering(answer: (url: URL) => WikidataAnswer): Site {
  return (request) => {
    const { status, body, headers = {} } = answer(new URL(request.url));
    return new Response(body === null ? null : JSON.stringify(body), {
      status,
      headers: { 'content-type': 'application/json', ...headers },
    });
  };
}
