import type { Site } from '../../support/server/site-server';
import { htmlPage, inScript, mediaResponse } from './site-page';

/** One episode of the server. */
export interface JellyfinEpisode {
  readonly id: string;
  readonly season: number;
  readonly episode: number;
  readonly name: string;
}

const SERIES = 'fedcba9876543210fedcba9876543210';

/**
 * A Jellyfin server below a base path, as sites.md §4 documents its web client. The sign-in is in
 * localStorage, the id of the title only in the addresses that the player loads, and the queue continues
 * without navigation. Without its token the server answers 401. `product` is the application name that the
 * page states.
 */
export function jellyfin({
  series,
  tmdb,
  episodes,
  product = 'Jellyfin',
}: {
  readonly series: string;
  readonly tmdb: number;
  readonly episodes: readonly JellyfinEpisode[];
  readonly product?: string;
}): Site {
  return (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === '/jellyfin/web/') return webClient(product);
    if (pathname.endsWith('/PlaybackInfo')) return Response.json({ MediaSources: [] });
    const item = /^\/jellyfin\/Users\/u1\/Items\/([0-9a-f]{32})$/.exec(pathname)?.[1];
    if (item === undefined) return mediaResponse(request);
    // Jellyfin 12 refuses its older header, x-emby-token.
    if (request.headers.get('authorization') !== 'MediaBrowser Token="token-of-this-server"')
      return new Response('', { status: 401 });
    if (item === SERIES)
      return Response.json({
        Type: 'Series',
        Name: series,
        ProductionYear: 2019,
        ProviderIds: { Tmdb: String(tmdb) },
      });
    const found = episodes.find(({ id }) => id === item);
    if (found === undefined) return new Response('', { status: 404 });
    return Response.json({
      Type: 'Episode',
      Name: found.name,
      SeriesName: series,
      SeriesId: SERIES,
      ParentIndexNumber: found.season,
      IndexNumber: found.episode,
      ProductionYear: 2019,
    });
  };
}

function webClient(product: string): Response {
  const credentials = { Servers: [{ UserId: 'u1', AccessToken: 'token-of-this-server' }] };
  return htmlPage(`<title>${product}</title><meta name="application-name" content="${product}">
    <div id="videoOsdPage"><h3 class="pageTitle"></h3></div><video class="htmlvideoplayer"></video>
    <script>
      const credentials = ${inScript(JSON.stringify(credentials))};
      if (${product === 'Jellyfin'}) localStorage.setItem('jellyfin_credentials', credentials);
      window.askPlayback = (id) =>
        fetch('/jellyfin/Items/' + id + '/PlaybackInfo?UserId=u1').then((answer) => answer.json());
    </script>`);
}
