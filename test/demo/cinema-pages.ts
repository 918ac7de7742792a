import { html, raw } from 'hono/html';
import { episodeLine, nextOf, pathOf, type Work } from './programme';

type Page = ReturnType<typeof html>;

export function foyerPage(programme: readonly Work[]): Page {
  return frame(
    'Matinee Picture House',
    html`<header class="marquee">
        <p class="bulbs" aria-hidden="true"></p>
        <h1>Matinee Picture House</h1>
        <p>Open films all day. Every seat is the best one.</p>
      </header>
      <main class="foyer">
        ${programme.map(
          (work) =>
            html`<a class="card" href="${pathOf(work)}">
              <img src="/assets/${work.poster}" alt="" width="240" height="340" />
              <h2>${work.kind === 'film' ? work.title : work.series}</h2>
              <p class="when">${work.kind === 'film' ? work.year : episodeLine(work)}</p>
              <p>${work.about}</p>
            </a>`,
        )}
      </main>`,
  );
}

export function watchPage(work: Work): Page {
  const data = workData(work);
  return frame(
    data.documentTitle,
    html`<header class="bar"><a href="/">Matinee Picture House</a></header>
      <main class="auditorium" data-work="${work.id}">
        <div id="screen" data-playing="feature">
          <video
            class="main"
            src="${data.film}"
            poster="/assets/${work.poster}"
            controls
            playsinline
            preload="auto"
          ></video>
          <p class="ad-break" hidden>Advertisement. Your film begins in a moment.</p>
        </div>
        <section id="now-playing" data-imdb="${work.imdb}">
          <div>
            <h1 class="title" data-testid="title">${data.title}</h1>
            <p class="subtitle" data-testid="subtitle">${data.subtitle}</p>
            <p class="about" data-testid="about">${work.about}</p>
          </div>
          <p class="year" data-testid="year">${work.year}</p>
        </section>
        <button type="button" data-testid="next" ${data.next === null ? 'hidden' : ''}>Next episode</button>
      </main>
      <script type="application/ld+json" id="work">
        ${raw(asScript(data.structured))}
      </script>
      <script src="/assets/player.js" type="module"></script>`,
  );
}

/** All data that the page of a work shows, with which the next episode is shown in the same page. */
export function workData(work: Work) {
  const isFilm = work.kind === 'film';
  return {
    id: work.id,
    documentTitle: `${isFilm ? work.title : `${work.series} ${episodeLine(work)}`} – Matinee Picture House`,
    title: isFilm ? work.title : work.series,
    subtitle: isFilm ? '' : episodeLine(work),
    path: pathOf(work),
    year: work.year,
    about: work.about,
    film: `/film.webm?work=${work.id}`,
    next: nextOf(work)?.id ?? null,
    structured: isFilm
      ? {
          '@context': 'https://schema.org',
          '@type': 'Movie',
          url: pathOf(work),
          name: work.title,
          datePublished: String(work.year),
          description: work.about,
        }
      : {
          '@context': 'https://schema.org',
          '@type': 'TVEpisode',
          url: pathOf(work),
          name: work.title,
          episodeNumber: work.number,
          partOfSeason: { '@type': 'TVSeason', seasonNumber: work.season },
          partOfSeries: { '@type': 'TVSeries', name: work.series, startDate: String(work.year) },
          description: work.about,
        },
  };
}

function frame(title: string, body: Page): Page {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="application-name" content="Matinee Cinema" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        <link rel="icon" href="/assets/favicon.svg" />
        <link rel="stylesheet" href="/assets/cinema.css" />
      </head>
      <body>
        ${body}
      </body>
    </html>`;
}

/** JSON inside a script element must not be able to close it. */
function asScript(value: unknown): string {
  return JSON.stringify(value).replaceAll('<', '\\u003c');
}
