import type { Context } from 'hono';
import { html } from 'hono/html';
import type { HtmlEscapedString } from 'hono/utils/html';
import type { User } from '../store/users';

/** Markup from `html`, which escapes every value. */
export type Html = HtmlEscapedString | Promise<HtmlEscapedString>;

/** A whole page; `user` adds the navigation. */
export function layout(title: string, user: User | undefined, main: Html): Html {
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title} – Matinee</title>
        <link rel="icon" type="image/svg+xml" href="/icon.svg" />
        <link rel="stylesheet" href="/style.css" />
      </head>
      <body>
        <header>
          <a class="brand" href="/">Matinee</a>
          ${user === undefined ? '' : navigation(user)}
        </header>
        <main>
          <h1>${title}</h1>
          ${main}
        </main>
        ${user === undefined ? '' : attribution}
      </body>
    </html>`;
}

/** The terms of the film database ask for this notice where its data are shown. */
const attribution = html`<footer>
  <p>
    Names, dates and posters of films and series: <a href="https://www.themoviedb.org/">TMDB</a>, where this
    service has a token of it. This product uses TMDB and the TMDB APIs but is not endorsed, certified, or
    otherwise approved by TMDB.
  </p>
</footer>`;

/** The result of the last form; nothing without a text. */
export function notice(kind: 'good' | 'bad', text: string | undefined): Html | '' {
  if (text === undefined) return '';
  return html`<p class="notice ${kind}" role="${kind === 'bad' ? 'alert' : 'status'}">${text}</p>`;
}

/**
 * `2026-01-15 20:00 UTC`: without a script the page does not know the time zone. `at`: milliseconds since
 * 1970.
 */
export function formatTime(at: number): Html {
  const iso = new Date(at).toISOString();
  return html`<time datetime="${iso}">${iso.slice(0, 16).replace('T', ' ')} UTC</time>`;
}

/** Answers with a page. */
export function show(
  c: Context,
  page: Html,
  status: 200 | 400 | 403 | 404 | 429 | 500 | 503 = 200,
): Response | Promise<Response> {
  return c.html(page, status);
}

function navigation(user: User): Html {
  return html`<nav aria-label="Main">
      <a href="/history">History</a>
      <a href="/channels/open-films">Channels</a>
      <a href="/connectors">Connectors</a>
      <a href="/device">Connect a device</a>
      <a href="/keys">Keys and devices</a>
      <a href="/import">Import and export</a>
      <a href="/account">Account</a>
    </nav>
    <form method="post" action="/sign-out"><button class="quiet">Sign out ${user.name}</button></form>`;
}
