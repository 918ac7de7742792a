import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { filmResponse } from '../support/film/film';
import type { Site } from '../support/server/site-server';

/*
 * Sites that exist nowhere, each of a family of public facts: the name of the series in the address; labels that
 * are in the document only while the pointer moves; another script with full-width signs; films and episodes
 * under different addresses. None has structured data. The last one exists, under docs/excluded-sites.md.
 */

const page = (language: string, title: string, body: string) =>
  new Response(
    `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><title>${title}</title></head>
      <body style="margin:0;font:16px sans-serif">${body}</body></html>`,
    { headers: { 'content-type': 'text/html; charset=utf-8' } },
  );

const video = `<video src="/feature.webm" muted style="display:block;width:800px;height:400px"></video>`;
const play = `for (const v of document.querySelectorAll('video')) { v.playbackRate = 8; v.play(); }`;

/** Titles of episodes in the catalogue, by the beginning of the series and the number. */
const titles: Readonly<Record<string, string>> = {
  br1: 'Pilot',
  br2: 'Cat’s in the Bag...',
  br3: '...And the Bag’s in the River',
  be3: 'Nacho',
  be4: 'Hero',
};
const titleOf = (series: string, number: number) =>
  titles[`${series.slice(0, 2).toLowerCase()}${number}`] ?? '';

function site(show: (url: URL) => Response): Site {
  return (request) => {
    const url = new URL(request.url);
    return url.pathname === '/feature.webm' ? filmResponse(request, 'feature.webm') : show(url);
  };
}

/** The words of a slug: `better-call-saul` is "Better Call Saul". */
const nameOf = (slug = '') =>
  slug.replaceAll(/(^|-)([a-z])/g, (_, dash, letter) => `${dash && ' '}${String(letter).toUpperCase()}`);

/** `/watch/<series>/<id>`: the label of the episode is under the player; the next one starts in place. */
export const namedSite: Site = site(({ pathname }) => {
  const [, , slug, id] = pathname.split('/');
  return page(
    'sv',
    'Biografen',
    `<nav><a href="/">Biografen</a> <a href="/mig">Mina sidor</a></nav>${video}
      <h1 class="programme-name">${nameOf(slug)}</h1><p class="programme-label"></p>
      <p class="programme-subtitle"></p>
      <script>
        const titles = ${JSON.stringify(titles)};
        window.show = (n) => {
          history.replaceState({}, '', '/watch/${slug}/' + (${Number(id)} - ${Number(id)} % 100 + n));
          document.querySelector('.programme-label').textContent = 'Säsong 1 · Avsnitt ' + n + ' av 7';
          document.querySelector('.programme-subtitle').textContent = titles['${slug?.slice(0, 2)}' + n];
          const v = document.querySelector('video'); v.src = '/feature.webm?' + n; ${play}
        };
        window.show(${Number(id) % 100});
      </script>`,
  );
});

/** `/v/<id>`: series and episode are in the document only while the pointer moves over the player. */
export const overlaySite: Site = site(({ pathname }) => {
  const id = Number(pathname.split('/').at(-1));
  return page(
    'en',
    'Overlay Play',
    `<header><button>Overlay Play</button></header>
      <div class="stage" style="position:relative;width:800px;height:400px">${video}<div class="chrome"></div></div>
      <script>
        const titles = ${JSON.stringify(titles)};
        const series = ${id} < 2000 ? 'Breaking Bad' : 'Better Call Saul';
        let n = ${id} % 1000, timer;
        const chrome_ = document.querySelector('.chrome');
        const wake = () => {
          clearTimeout(timer);
          timer = setTimeout(() => chrome_.replaceChildren(), 1500);
          if (chrome_.childElementCount > 0 && chrome_.dataset.n === String(n)) return;
          chrome_.dataset.n = String(n);
          chrome_.innerHTML = '<div style="position:absolute;left:20px;bottom:60px;color:#fff">' +
            '<h2 class="overlay-series">' + series + '</h2>' +
            '<div class="overlay-episode">Season 1, Episode ' + n + ' – ' +
            titles[series.slice(0, 2).toLowerCase() + n] + '</div></div>';
        };
        document.querySelector('.stage').addEventListener('pointermove', wake);
        window.show = (next) => {
          n = next;
          history.replaceState({}, '', '/v/' + (${id} - ${id} % 1000 + n));
          const v = document.querySelector('video'); v.src = '/feature.webm?' + n; ${play}
        };
        ${play}
      </script>`,
  );
});

/** `/play?id=…`: one heading and a label with full-width signs. */
export const japaneseSite: Site = site(({ searchParams }) => {
  const id = Number(searchParams.get('id'));
  const series = id < 200 ? 'Breaking Bad' : 'Better Call Saul';
  return page(
    'ja',
    '見放題シネマ',
    `<nav><a href="/">見放題シネマ</a></nav>${video}
      <h1 class="work">${series}</h1><div class="story-number">S1：第${id % 100}話「${titleOf(series, id % 100)}」</div><script>${play}</script>`,
  );
});

/** `/film/<slug>` and `/serie/<slug>/saison-1/episode-2`. */
export const mixedSite: Site = site(({ pathname }) => {
  const [, kind, slug, season = '', episode = ''] = pathname.split('/');
  const subtitle = titleOf(nameOf(slug), Number(episode.replace('episode-', '')));
  const label = `<p class="numero">${season.replace('saison-', 'Saison ')}, ${episode.replace('episode-', 'Épisode ')} sur 10</p><p class="sous-titre">${subtitle}</p>`;
  const name = kind === 'film' ? 'Sherlock Junior' : nameOf(slug);
  return page(
    'fr',
    'Grand Écran',
    `<nav><a href="/">Grand Écran</a></nav>${video}
      <h1 class="${kind === 'film' ? 'titre-film' : 'titre-serie'}">${name}</h1>${kind === 'film' ? '' : label}
      <script>${play}</script>`,
  );
});

const distribution = createRequire(import.meta.url);
/** The player of the site, as its publisher ships it. */
const playerFiles: Readonly<Record<string, { readonly file: string; readonly type: string }>> = {
  '/video.js': { file: 'video.js/dist/video.min.js', type: 'text/javascript' },
  '/video.css': { file: 'video.js/dist/video-js.min.css', type: 'text/css' },
};

/**
 * `/watch/<series>/<episode>`: number, title, length and year in one line, other episodes in lines of the same
 * form, and video.js. `?as=` shows another title of the episode.
 */
export const oneLineSite: Site = async (request) => {
  const { pathname, searchParams } = new URL(request.url);
  const { file, type } = playerFiles[pathname] ?? {};
  if (file !== undefined && type !== undefined)
    return new Response(await readFile(distribution.resolve(file)), { headers: { 'content-type': type } });
  if (pathname === '/feature.webm') return filmResponse(request, 'feature.webm');
  const [, , slug = '', number = ''] = pathname.split('/');
  const title = searchParams.get('as') ?? titleOf(nameOf(slug), Number(number));
  const line = (episode: number, name: string) =>
    `<div class="ep"><em>S01:E0${episode} · ${name} · 47 min · 2008</em></div>`;
  return page(
    'en',
    'Kinobox',
    `<link rel="stylesheet" href="/video.css"><nav><a href="/">Kinobox</a> <a href="/me">Jane Doe</a></nav>
      <h1 class="show">${nameOf(slug)}</h1>${line(Number(number), title)}
      ${video.replace('<video', '<video id="player" class="video-js"')}
      <aside>${line(4, 'Cancer Man')}${line(5, 'Gray Matter')}</aside>
      <script src="/video.js"></script><script>videojs('player').ready(() => { ${play} });</script>`,
  );
};

/** `/#/w/<id>`: an app with generated names; series, season and episode stand in three places, each alone. */
export const scatteredSite: Site = site(() =>
  page(
    'en',
    'Vanta',
    `<div id="app"></div><script>
      const titles = ${JSON.stringify(titles)};
      const base = Math.floor(Number(location.hash.split('/').at(-1)) / 100) * 100;
      const series = base < 200 ? 'Breaking Bad' : 'Better Call Saul';
      window.show = (n) => {
        history.replaceState({}, '', '/#/w/' + (base + n));
        document.querySelector('#app').innerHTML =
          '<div class="a1x"><a class="b7q" href="/">Vanta</a><span class="c9z">' + series + '</span></div>' +
          '<div class="d2m">' + ${JSON.stringify(video)} + '</div>' +
          '<div class="e5k"><button class="f8w">Season 1</button></div>' +
          '<div class="g3t"><span class="h6r">Episode ' + n + '</span><span class="i4p">' +
          titles[series.slice(0, 2).toLowerCase() + n] + '</span></div>' +
          '<ul class="j1v"><li><span class="h6r">Episode 6</span></li></ul>';
        ${play}
      };
      window.show(Number(location.hash.split('/').at(-1)) % 100);
    </script>`,
  ),
);

/**
 * Kanopy by its addresses, `/<language>/<library>/watch/video/<id>/<part>` (docs/excluded-sites.md). No public source
 * describes the page of its player, so this page is ours; the next part starts in place.
 */
export const kanopySite: Site = site(({ pathname }) => {
  const [, language, library, , , id, part] = pathname.split('/');
  const series = id === '11384301' ? 'Breaking Bad' : 'Better Call Saul';
  return page(
    'en',
    'Kanopy',
    `<nav><a href="/">Kanopy</a> <a href="/${language}/${library}/my-list">My list</a></nav>${video}
      <h1 class="video-title">${series}</h1><p class="video-part"></p><p class="video-subtitle"></p>
      <script>
        const titles = ${JSON.stringify(titles)};
        window.show = (n) => {
          history.replaceState({}, '', '/${language}/${library}/watch/video/${id}/' + n);
          document.querySelector('.video-part').textContent = 'Season 1 · Episode ' + n + ' of 7';
          document.querySelector('.video-subtitle').textContent = titles['${series.slice(0, 2).toLowerCase()}' + n];
          const v = document.querySelector('video'); v.src = '/feature.webm?' + n; ${play}
        };
        window.show(${Number(part)});
      </script>`,
  );
});
