import type { Context } from 'hono';
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { Env } from '../http/environment';
import type { User } from '../store/users';
import { type TextKey, languageFor, type Words, wordsIn } from '../texts/words';
import { icon, iconSheet, type PageIcon } from './asset-routes';
import type { SignedInUser } from '../store/logins';

/** Markup from `html`, which escapes every value. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A whole page. A signed-in person sees the navigation. */
export function layout(c: Context<Env>, title: string, main: Html): Html {
  const words = wordsOf(c);
  const user = userOf(c);
  return html`<!doctype html>
    <html lang="${words.language}" dir="${words.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – Matinee</title>
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <link rel="stylesheet" href="/style.css" />
        <link rel="manifest" href="/manifest.webmanifest" />
      </head>
      <body>
        <a class="skip" href="#main">${words.text('skip')}</a>
        <header>
          <a class="brand" href="/"><img src="/icon.svg" alt="" width="24" height="24" />Matinee</a>
          ${user === undefined ? '' : html`${navigation(c, words)} ${signOut(words, user)}`}
        </header>
        ${user === undefined ? '' : iconSheet()}
        <main id="main">
          <h1>${title}</h1>
          ${
            c.get('isDamaged') === true && user?.role === 'owner'
              ? notice('bad', words.text('damaged_database'))
              : ''
          }
          ${main}
        </main>
        ${user === undefined ? '' : attribution(words)}
      </body>
    </html>`;
}

/** The terms of the film database ask for this notice where its data are shown. */
function attribution(words: Words): Html {
  const link = html`<a href="https://www.themoviedb.org/">TMDB</a>`;
  return html`<footer>
    <p>
      ${words.parts('attribution', link)}
      <span lang="en" dir="ltr"
        >This product uses TMDB and the TMDB APIs but is not endorsed, certified, or otherwise approved by
        TMDB.</span
      >
    </p>
  </footer>`;
}

/** A notice with the result of the last form. Empty without a text. */
export function notice(kind: 'good' | 'bad', text: string | undefined): Html | '' {
  if (text === undefined) return '';
  return html`<p class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${text}</p>`;
}

/** A time in the person's zone and language. `at`: milliseconds since 1970. */
export function formatTime(words: Words, at: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${words.format.time(at)}</time>`;
}

/** Answers with a page. */
export function show(
  c: Context,
  page: Html,
  status: 200 | 400 | 403 | 404 | 413 | 429 | 500 | 503 = 200,
): Response | Promise<Response> {
  return c.html(page, status);
}

/** A page with one sentence. */
export function showSentence(
  c: Context<Env>,
  title: TextKey,
  sentence: TextKey,
  status: 400 | 403 | 404 | 413 | 500 | 503,
): Response | Promise<Response> {
  const words = wordsOf(c);
  return show(c, layout(c, words.text(title), html`<p>${words.text(sentence)}</p>`), status);
}

type Link = Readonly<{
  path: string;
  key: TextKey;
  /**
   * The icon of a link that phones show at the bottom of the page. Links without an icon are on the account
   * page.
   */
  icon?: PageIcon;
}>;

const LINKS: Link[] = [
  { path: '/history', key: 'history', icon: 'clock' },
  { path: '/channels/my-series', key: 'up_next', icon: 'play' },
  { path: '/calendar', key: 'view_calendar', icon: 'days' },
  { path: '/lists', key: 'part_lists', icon: 'lists' },
  { path: '/statistics', key: 'statistics' },
  { path: '/import', key: 'import_export' },
  { path: '/keys', key: 'devices_keys' },
  { path: '/connectors', key: 'connectors' },
  { path: '/account', key: 'account', icon: 'person' },
];

function navigation(c: Context<Env>, words: Words): Html {
  const here = new URL(c.req.url).pathname;
  const current = (path: string) => {
    if (here === path) return html`aria-current="page"`;
    return sectionOf(here) === sectionOf(path) ? html`aria-current="true"` : '';
  };
  const link = ({ path, key, icon: face }: Link) =>
    html`<a href="${path}" ${face === undefined ? html`class="more"` : ''} ${current(path)}
      >${face === undefined ? '' : icon(face)}<span>${words.text(key)}</span></a
    >`;
  return html`<nav class="main" aria-label="${words.text('main_navigation')}">${LINKS.map(link)}</nav>`;
}

/** The links that a phone does not show at the bottom of the page. */
export function moreLinks(words: Words): Html {
  const links = LINKS.filter((link) => link.icon === undefined);
  return html`<nav class="more-links" aria-label="${words.text('account')}">
    ${links.map(({ path, key }) => html`<a class="button" href="${path}">${words.text(key)}</a>`)}
  </nav>`;
}

function signOut(words: Words, { name }: User): Html {
  return html`<form method="post" action="/sign-out">
    <button class="quiet small">${words.text('sign_out_name', name)}</button>
  </form>`;
}

/** The section of a path: `/history/add` belongs to `history`. */
function sectionOf(path: string): string | undefined {
  return path.split('/')[1];
}

/** The person of this request; `undefined` on public pages. */
function userOf(c: Context<Env>): SignedInUser | undefined {
  // `user` is typed as present, but only pages behind `requireUser` have it.
  return c.get('user');
}

/** The language of the account, otherwise that of the browser; times in the zone of the account. */
export function wordsOf(c: Context<Env>): Words {
  const user = userOf(c);
  const language = languageFor(user?.language, c.req.header('accept-language'));
  return wordsIn(language, user?.zone ?? 'UTC');
}
