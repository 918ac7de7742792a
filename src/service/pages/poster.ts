import { Hono } from 'hono';
import { html } from 'hono/html';
import { builtInTitle } from '../catalogue/built-in';
import type { Env } from '../http/environment';

/** A drawn card in place of a poster: the built-in catalogue has no pictures. Public; it shows nothing but a title's name. */
export function posterRoute() {
  return new Hono<Env>().get('/poster/:kind{movie|show}/:file{[0-9]+\\.svg}', async (c) => {
    const tmdbId = Number.parseInt(c.req.param('file'), 10);
    const title = builtInTitle(c.req.param('kind') === 'movie' ? 'movie' : 'show', tmdbId) ?? '';
    const hue = (tmdbId * 47) % 360;
    c.header('Content-Type', 'image/svg+xml; charset=utf-8');
    c.header('Cache-Control', 'public, max-age=86400');
    // The extension's pages show it too.
    c.header('Cross-Origin-Resource-Policy', 'cross-origin');
    return c.body(
      (
        await html`<svg
          xmlns="http://www.w3.org/2000/svg"
          viewBox="0 0 200 300"
          role="img"
          aria-label="${title}"
        >
          <rect width="200" height="300" fill="hsl(${hue} 45% 26%)" />
          <circle cx="100" cy="118" r="52" fill="hsl(${(hue + 40) % 360} 70% 62%)" />
          <rect y="170" width="200" height="130" fill="hsl(${hue} 50% 16%)" />
          ${lines(title).map((line, index) => html`<text x="100" y="${212 + index * 24}" fill="#fff" font-family="system-ui, sans-serif" font-size="18" font-weight="600" text-anchor="middle">${line}</text>`)}
        </svg>`
      ).toString(),
    );
  });
}

/** At most three lines of about eighteen letters. */
function lines(title: string): string[] {
  const all: string[] = [];
  for (const word of title.split(' ')) {
    const last = all.at(-1);
    if (last !== undefined && last.length + word.length < 18) all[all.length - 1] = `${last} ${word}`;
    else all.push(word);
  }
  return all.slice(0, 3);
}
