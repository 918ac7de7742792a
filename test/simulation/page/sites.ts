import type { Definition } from '../../../src/protocol/definition/definition';

/**
 * The sites of the simulated world, each for one way in which real sites state what plays. Their pages are
 * drawn by document.ts.
 */
export type SiteId = 'ids' | 'words' | 'endpoint' | 'frame' | 'world' | 'slider';

export interface Site {
  readonly id: SiteId;
  readonly host: string;
  /** The address changes with the title. */
  readonly titleInAddress: boolean;
  /** It states the year of a film. */
  readonly yearStated: boolean;
  /** Its video element shows a minute at a time: the page states position and duration, while its controls show. */
  readonly ownClock?: boolean;
}

export const sites: Readonly<Record<SiteId, Site>> = {
  ids: { id: 'ids', host: 'ids.test', titleInAddress: true, yearStated: true },
  words: { id: 'words', host: 'words.test', titleInAddress: false, yearStated: true },
  endpoint: { id: 'endpoint', host: 'endpoint.test', titleInAddress: true, yearStated: false },
  frame: { id: 'frame', host: 'frame.test', titleInAddress: true, yearStated: true },
  world: { id: 'world', host: 'world.test', titleInAddress: true, yearStated: false },
  slider: { id: 'slider', host: 'slider.test', titleInAddress: true, yearStated: true, ownClock: true },
};

/** The host of the player that `frame.test` embeds. */
export const playerHost = 'player.test';

type Item = Definition['pages'][number]['item'];

const attribute = (name: string) => [{ attribute: '#title', name }];

const textItem: Item = {
  type: attribute('data-type'),
  title: [{ text: '#film' }],
  seriesTitle: [{ text: '#series' }],
  seasonNumber: attribute('data-season'),
  episodeNumber: attribute('data-episode'),
  year: attribute('data-year'),
};

const statedItem: Item = { ...textItem, ids: { tmdb: attribute('data-tmdb') } };

const player = { ad: [{ exists: '.ad-break' }] };
const byAddress = { path: '^/watch/(?<id>[a-z0-9-]+)$' };

export const definitions: readonly Definition[] = [
  define('ids', { match: byAddress, item: statedItem, player }),
  define('words', { match: { path: '^/player$' }, item: textItem, player }),
  define(
    'endpoint',
    {
      match: byAddress,
      item: fromJson((path) => [{ endpoint: 'meta', path: `$.${path}` }]),
      player,
    },
    { endpoints: { meta: { urls: ['{$origin}/api/meta/{id}'], check: { path: '$.id', equals: '{id}' } } } },
  ),
  define(
    'frame',
    { match: byAddress, item: statedItem, player: { inFrame: true } },
    { frames: [{ hosts: [playerHost], player }] },
  ),
  define('world', {
    match: byAddress,
    item: fromJson((path) => [{ pageWorld: `app.${path}` }]),
    player,
  }),
  define('slider', {
    match: byAddress,
    item: statedItem,
    player: {
      ...player,
      clock: {
        position: [{ attribute: '#slider', name: 'aria-valuenow' }],
        duration: [{ attribute: '#slider', name: 'aria-valuemax' }],
      },
    },
  }),
];

function fromJson(source: (path: string) => unknown): Item {
  return {
    type: source('type'),
    title: source('title'),
    seriesTitle: source('series'),
    seasonNumber: source('season'),
    episodeNumber: source('episode'),
    ids: { tmdb: source('tmdb') },
  } as Item;
}

function define(id: SiteId, page: object, more: object = {}): Definition {
  return {
    version: 1,
    id: `sim-${id}`,
    name: `Simulated ${id}`,
    hosts: [sites[id].host],
    regions: ['global'],
    languages: ['en'],
    pages: [{ kind: 'title', ...page }],
    verified: { date: null, how: 'simulated' },
    ...more,
  } as unknown as Definition;
}
