import { filmResponse } from '../support/film/film';
import type { Site } from '../support/server/site-server';

/** Personal data of the pages, none of which may be in a case. */
export const secrets = [
  'Jane Doe',
  'jane@mail.example',
  'eyJhbGciOiJIUzI1NiJ9',
  'profile-4711',
  'Kids corner',
  'hunter2',
  'member-0815',
  'my own search',
  '4915112345678',
];

export const sourcesHost = 'www.sources.example';
export const sourcesApi = 'api.sources.example';

const episodes: Readonly<Record<string, { readonly number: number; readonly title: string }>> = {
  '65f0c0ffee65f0c0ffee0001': { number: 1, title: 'Pilot' },
  '65f0c0ffee65f0c0ffee0002': { number: 2, title: "Cat's in the Bag..." },
};
const token = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJqYW5lIn0.c2lnbmF0dXJl';

/** The host of the pages: an episode, a film, a framed player, and the metadata endpoint. */
export const sourcesSite: Site = (request) => {
  const { pathname } = new URL(request.url);
  if (pathname === '/feature.webm') return filmResponse(request, 'feature.webm');
  if (pathname.startsWith('/thumbs/')) return new Response('', { headers: { 'content-type': 'image/png' } });
  if (pathname.startsWith('/api/meta/')) {
    return Response.json({
      account: { name: 'Jane Doe', mail: 'jane@mail.example' },
      show: { title: 'Breaking Bad', viewers: ['Jane Doe'] },
    });
  }
  if (pathname === '/stage')
    return new Response(stagePage, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  return new Response(pageAt(pathname), { headers: { 'content-type': 'text/html; charset=utf-8' } });
};

function pageAt(pathname: string): string {
  if (pathname.startsWith('/framed/')) return framedPage;
  return pathname.startsWith('/film/') ? filmPage : episodePage(pathname.split('/').at(-1) ?? '');
}

/** Another host of the site. Without CORS headers only the extension can read its answers. */
export const sourcesApiSite: Site = () =>
  Response.json({
    profile: { name: 'Kids corner' },
    list: Object.entries(episodes).map(([id]) => ({ id, season: 1, watchedBy: 'profile-4711' })),
  });

const head = `<meta name="user" content="jane@mail.example">
  <script>window.__ACCOUNT__ = {"name": "Jane Doe", "phone": "+4915112345678"}</script>`;
const video = '<video src="/feature.webm" muted style="width:640px;height:360px"></video>';

/** A page whose values are in storage, responses, page-world objects and scripts, and not in its text. */
function episodePage(first: string): string {
  const setUp = `
    const episodes = ${JSON.stringify(episodes)};
    const auth = { token: '${token}', mail: 'jane@mail.example' };
    localStorage.setItem('session-profile-4711', JSON.stringify({ user: 'Jane Doe', auth }));
    localStorage.setItem('search', 'my own search');
    window.show = (id) => {
      history.replaceState({}, '', '/watch/' + id + '?profile=profile-4711');
      const { number, title } = episodes[id];
      window.player = { getState: () => ({ episode: { number }, viewer: 'Jane Doe' }) };
      navigator.mediaSession.metadata = new MediaMetadata({ title, artist: 'Jane Doe' });
    };
    window.show('${first}');
    new Image().src = '/thumbs/2008/${first}.png?user=profile-4711';`;
  const refs = [
    { kind: 'account', value: '4711' },
    { kind: 'tmdb', value: '62085', note: 'Jane Doe' },
  ];
  const page = `window.__page = ${JSON.stringify({ viewer: 'Jane Doe', refs })};`;
  const rows = [
    '0:["$","main",null,{"viewer":"Jane Doe"}]',
    '1:{"page":{"contentType":"series","owner":"Jane Doe"}}',
  ].join('\n');
  const push = `self.__next_f = self.__next_f || []; self.__next_f.push(${JSON.stringify([1, rows])})`;
  return `<!doctype html><html lang="en"><head><title>Jane Doe – Player</title>${head}</head><body>
    <form><input name="q" value="my own search"><input type="password" value="hunter2"></form>
    <div class="player member-0815" data-state="on-air">
      <a href="/series/breaking-bad?member=member-0815">Jane Doe watches</a>
      ${video}<div class="ad" style="display:none">Ad</div>
    </div>
    <script>${page}</script><script>${push}</script>
    <script>${setUp}; document.querySelector('video').play();</script></body></html>`;
}

const filmData = {
  '@type': 'WebPage',
  author: { name: 'Jane Doe' },
  mainEntity: {
    '@type': 'Movie',
    url: `https://${sourcesHost}/film/1234567890123`,
    name: 'Sintel',
    datePublished: '2010-09-27',
    review: { author: 'Jane Doe' },
  },
};

/** A page with all values in its document, among personal data that a case must not keep. */
const filmPage = `<!doctype html><html lang="en"><head><title>Jane Doe – Player</title>${head}
  <meta property="og:url" content="https://${sourcesHost}/film/1234567890123">
  <script type="application/ld+json">${JSON.stringify(filmData)}</script></head><body class="member-0815">
  <header><span class="user">Jane Doe</span></header>
  <div class="page-body"><h1 class="headline">Sintel <span class="badge">for Jane Doe</span></h1>
  <p class="facts"><span>Jane Doe</span><span>Kids corner</span><span>2010</span></p>
  <a href="https://imdb.example/title/tt1727587/?ref=member-0815" title="jane@mail.example">database</a>
  ${video}<div class="trailer-mark" style="display:none"><p>profile-4711</p></div></div>
  <script>document.querySelector('video').play();</script></body></html>`;

/** A page whose player, title and data are in a frame of the same host. */
const framedPage = `<!doctype html><html lang="en"><head><title>Jane Doe – Player</title>${head}</head>
  <body class="member-0815"><p>Jane Doe</p>
  <iframe class="stage member-0815" src="/stage" title="jane@mail.example"
    style="width:700px;height:480px"></iframe></body></html>`;
const stagePage = `<!doctype html><html lang="en"><head><title>Jane Doe</title>${head}
  <script type="application/json" id="data">{"viewer":"Jane Doe","year":2010}</script></head>
  <body data-user="Jane Doe"><p>profile-4711</p>
  <h1 class="headline">Tears "of" Steel &amp; more</h1><title-card></title-card>${video}
  <script>
    const card = document.querySelector('title-card').attachShadow({ mode: 'open' });
    card.innerHTML = '<p>Jane Doe</p><b data-imdb="tt2285752">database</b>';
    document.querySelector('video').play();
  </script></body></html>`;

export const sourcesDefinition = {
  version: 1,
  id: 'sources',
  name: 'Every source',
  hosts: [sourcesHost],
  apiHosts: [sourcesApi],
  endpoints: {
    meta: { urls: ['{$origin}/api/meta/{id}'] },
    list: { urls: [`https://${sourcesApi}/v2/episodes/{id}`] },
  },
  pages: [
    {
      kind: 'watch',
      match: { path: '^/watch/(?<id>[0-9a-f]{24})' },
      values: { key: [{ storage: 'session-*', path: '$.auth.token' }] },
      identity: [{ nextFlight: true, path: '$..contentType' }],
      gate: [{ exists: '.player[data-state^="on"] a[href^="/series/"]' }],
      item: {
        type: [{ constant: 'episode' }],
        seriesTitle: [{ endpoint: 'meta', path: '$.show.title' }],
        seasonNumber: [
          {
            endpoint: 'list',
            path: '$.list',
            transforms: [{ find: '$.id', equals: '{id}' }, { jsonPath: '$.season' }],
          },
        ],
        episodeNumber: [{ pageWorld: 'player.getState()', path: '$.episode.number' }],
        episodeTitle: [{ mediaSession: 'title' }],
        year: [{ request: '/thumbs/(\\d{4})/' }],
        ids: {
          episodeTmdb: [{ scriptAssignment: 'window.__page', path: "$.refs[?@.kind == 'tmdb'].value" }],
        },
      },
      player: { ad: [{ exists: '.ad', visible: true }] },
    },
    {
      kind: 'film',
      match: { path: '^/film/(?<id>\\d+)' },
      item: {
        title: [
          {
            text: '.headline',
            own: true,
            guards: [
              { of: { meta: 'og:url' }, contains: '{id}' },
              { of: { jsonLd: ['Movie'], path: '$.name', about: '{id}' }, equals: 'Sintel' },
            ],
          },
        ],
        year: [{ text: '.facts span', index: 2 }],
        ids: {
          imdb: [
            { attribute: 'a[href*="imdb.example/title/"]', name: 'href', transforms: [{ regex: 'tt\\d+' }] },
          ],
        },
      },
      player: { trailer: [{ exists: '.trailer-mark', visible: true }], exclude: ['[class$="-mark"]'] },
    },
    {
      kind: 'framed',
      match: { path: '^/framed/(?<id>\\d+)' },
      item: {
        type: [{ constant: 'movie' }],
        title: [{ text: 'iframe.stage >> h1.headline' }],
        year: [{ scriptJson: 'iframe.stage >> #data', path: '$.year' }],
        ids: { imdb: [{ attribute: 'iframe.stage >> title-card >> [data-imdb]', name: 'data-imdb' }] },
      },
      player: { video: ['iframe.stage >> video'] },
    },
  ],
  verified: { date: null, how: 'a test' },
};
