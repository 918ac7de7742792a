import { filmResponse } from '../../support/film/film';
import type { Site } from '../../support/server/site-server';

/*
 * Sites that exist nowhere, each of a family of public facts: a player of web components with labels in
 * Russian; one label in Arabic under class names of a build; routes behind `#`; a player in a frame of another
 * host; labels that an answer of the site brings late; structured data that stays that of the first episode.
 */

/** Names and titles by the beginning of an id: `bb102` is the second episode of Breaking Bad. */
const library = {
  bb: { name: 'Breaking Bad', titles: ['Pilot', 'Cat’s in the Bag...', '...And the Bag’s in the River'] },
  bcs: { name: 'Better Call Saul', titles: ['Uno', 'Mijo', 'Nacho'] },
} as const;

const html = (language: string, title: string, body: string) =>
  new Response(
    `<!doctype html><html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}">
      <head><meta charset="utf-8"><title>${title}</title></head>
      <body style="margin:0;font:16px sans-serif">${body}</body></html>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  );

const video = `<video src="/feature.webm" muted style="display:block;width:800px;height:400px"></video>`;

/** What every page knows: the episode of an id, and how a video is started with another medium. */
const shared = `
  const library = ${JSON.stringify(library)};
  const episodeOf = (id) => {
    const [, key, season, number] = /(bb|bcs)-?(\\d)(\\d\\d)/.exec(id);
    const { name, titles } = library[key];
    return { key, name, season: Number(season), number: Number(number), title: titles[Number(number) - 1] };
  };
  const start = (v, n) => { v.src = '/feature.webm?' + n; v.playbackRate = 8; void v.play(); };`;

function site(show: (url: URL) => Response): Site {
  return (request) => {
    const url = new URL(request.url);
    return url.pathname === '/feature.webm' ? filmResponse(request, 'feature.webm') : show(url);
  };
}

/** `/serial/<series>/<id>`: everything is in open shadow roots, and the next episode starts in place. */
export const componentSite: Site = site(({ pathname }) =>
  html(
    'ru',
    'Кинозал',
    `<header><a href="/">Кинозал</a> <a href="/my">Мои сериалы</a></header><kino-player></kino-player>
      <script>${shared}
        customElements.define('kino-labels', class extends HTMLElement {
          connectedCallback() { this.attachShadow({ mode: 'open' }); }
        });
        customElements.define('kino-player', class extends HTMLElement {
          connectedCallback() {
            this.attachShadow({ mode: 'open' }).innerHTML = ${JSON.stringify(video)} + '<kino-labels></kino-labels>';
          }
        });
        const root = document.querySelector('kino-player').shadowRoot;
        window.show = (n) => {
          const id = '${pathname}'.split('/').at(-1).replace(/\\d\\d$/, String(n).padStart(2, '0'));
          const { key, name, season, number, title } = episodeOf(id);
          history.pushState({}, '', '/serial/' + name.toLowerCase().replaceAll(' ', '-') + '/' + id);
          root.querySelector('kino-labels').shadowRoot.innerHTML = '<div class="serial-name">' + name +
            '</div><div class="serial-episode">' + season + ' сезон ' + number + ' серия</div>' +
            '<div class="serial-title">' + title + '</div>';
          start(root.querySelector('video'), id);
        };
        window.show(episodeOf('${pathname}').number);
      </script>`,
  ),
);

/** `/ar/play?watch=<id>`: class names of a build, and the numbers in one Arabic label. */
export const arabicSite: Site = site(({ searchParams }) =>
  html(
    'ar',
    'مشاهدة',
    `<nav class="css-1a2b3c"><a href="/ar">مشاهدة</a></nav>${video}
      <div class="css-9xk2p1"><h2 class="sc-aXZVg dKjuEr"></h2><p class="css-7h8j9k"></p></div>
      <script>${shared}
        window.show = (n) => {
          const id = '${searchParams.get('watch') ?? ''}'.replace(/\\d\\d$/, String(n).padStart(2, '0'));
          const { name, season, number, title } = episodeOf(id);
          history.replaceState({}, '', '/ar/play?watch=' + id);
          document.querySelector('h2').textContent = name;
          document.querySelector('p').textContent = 'الموسم ' + season + ' الحلقة ' + number + ' · ' + title;
          start(document.querySelector('video'), id);
        };
        window.show(episodeOf('${searchParams.get('watch') ?? ''}').number);
      </script>`,
  ),
);

/** `/#/play/<id>`: one page, whose address changes behind the `#` only. */
export const hashSite: Site = site(() =>
  html(
    'en',
    'Route One',
    `<header><a href="#/">Route One</a></header><main><div id="screen">${video}</div>
      <section><strong data-testid="show-name"></strong> <span data-testid="episode-line"></span></section></main>
      <script>${shared}
        const draw = () => {
          const found = /^#\\/play\\/(.+)$/.exec(location.hash);
          if (found === null) return;
          const { name, season, number, title } = episodeOf(found[1]);
          document.querySelector('[data-testid=show-name]').textContent = name;
          document.querySelector('[data-testid=episode-line]').textContent =
            'S' + season + ':E' + number + ' “' + title + '”';
          start(document.querySelector('video'), found[1]);
        };
        window.show = (n) => {
          location.hash = location.hash.replace(/\\d\\d$/, String(n).padStart(2, '0'));
        };
        addEventListener('hashchange', draw);
        draw();
      </script>`,
  ),
);

export const FRAME_HOST = 'player.embed.example';

/** `/stream/<id>`: the page has the labels, a frame of another host the player. */
export const framedSite: Site = site(({ pathname }) =>
  html(
    'en',
    'Theatre Room',
    `<nav><a href="/">Theatre Room</a></nav>
      <iframe src="" style="border:0;width:800px;height:400px" allow="autoplay"></iframe>
      <h1 class="stage-series"></h1><p class="stage-episode"></p><h3 class="stage-subtitle"></h3>
      <script>${shared}
        window.show = (n) => {
          const id = '${pathname}'.split('/').at(-1).replace(/\\d\\d$/, String(n).padStart(2, '0'));
          const { name, season, number, title } = episodeOf(id);
          history.pushState({}, '', '/stream/' + id);
          document.querySelector('iframe').src = 'https://${FRAME_HOST}/e/' + id;
          document.querySelector('.stage-series').textContent = name;
          document.querySelector('.stage-episode').textContent = 'Season ' + season + ' • Episode ' + number;
          document.querySelector('.stage-subtitle').textContent = title;
        };
        window.show(episodeOf('${pathname}').number);
      </script>`,
  ),
);

export const frameSite: Site = site(({ pathname }) =>
  html(
    'en',
    'Player',
    `${video}<script>${shared} start(document.querySelector('video'), '${pathname}');</script>`,
  ),
);

/** `/v/<id>`: what is shown comes from an answer of the site, and later than the video. */
export const answerSite: Site = site((url) => {
  const { pathname } = url;
  if (pathname.startsWith('/api/item/')) {
    const [, key = 'bb', season, number] = /(bb|bcs)(\d)(\d\d)/.exec(pathname) ?? [];
    const { name, titles } = library[key as keyof typeof library];
    return Response.json({ show: name, season, number, title: titles[Number(number) - 1] });
  }
  return html(
    'en',
    'Late Show TV',
    `<header><button>Menu</button> Late Show TV</header>${video}<div class="meta-panel"></div>
      <script>${shared}
        window.show = async (n) => {
          const id = '${pathname}'.split('/').at(-1).replace(/\\d\\d$/, String(n).padStart(2, '0'));
          history.pushState({}, '', '/v/' + id);
          document.querySelector('.meta-panel').replaceChildren();
          start(document.querySelector('video'), id);
          const item = await (await fetch('/api/item/' + id)).json();
          await new Promise((done) => setTimeout(done, 1500));
          document.querySelector('.meta-panel').innerHTML = '<div class="meta-show">' + item.show +
            '</div><div class="meta-season">Season ' + item.season + '</div><div class="meta-episode">Episode ' +
            Number(item.number) + ' of 7</div><div class="meta-title">' + item.title + '</div>';
        };
        void window.show(episodeOf('${pathname}').number);
      </script>`,
  );
});

/** `/title/<series>/episode/<id>`: structured data of the first episode stays when the next one starts. */
export const staleSite: Site = site(({ pathname }) => {
  const [, key = 'bb', , number = '01'] = /(bb|bcs)(\d)(\d\d)/.exec(pathname) ?? [];
  const { name, titles } = library[key as keyof typeof library];
  const data = {
    '@context': 'https://schema.org',
    '@type': 'TVEpisode',
    '@id': `https://play.stale.example${pathname}`,
    name: titles[Number(number) - 1],
    episodeNumber: Number(number),
    partOfSeason: { '@type': 'TVSeason', seasonNumber: 1 },
    partOfSeries: { '@type': 'TVSeries', name },
  };
  return html(
    'en',
    'Stale Play',
    `<script type="application/ld+json">${JSON.stringify(data)}</script><nav><a href="/">Stale Play</a></nav>
      ${video}<div class="now"><a class="now__series" href="/title/${key}">${name}</a>
      <span class="now__episode"></span></div>
      <ul class="rail"><li class="rail__episode">S01E05 Gray Matter</li><li class="rail__episode">S01E06 More</li></ul>
      <script>${shared}
        window.show = (n) => {
          const id = '${pathname}'.split('/').at(-1).replace(/\\d\\d$/, String(n).padStart(2, '0'));
          const { season, number, title } = episodeOf(id);
          history.pushState({}, '', '/title/${key}/episode/' + id);
          document.querySelector('.now__episode').textContent =
            'S' + String(season).padStart(2, '0') + 'E' + String(number).padStart(2, '0') + ' ' + title;
          start(document.querySelector('video'), id);
        };
        window.show(episodeOf('${pathname}').number);
      </script>`,
  );
});
