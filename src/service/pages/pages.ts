import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { channelPages } from './channels';
import { connectorPages } from './connectors';
import { devicePages } from './device';
import { historyPages } from './history';
import { keyPages } from './keys';
import { layout, show } from './layout';
import { posterRoute } from './poster';
import { signInPages } from './sign-in';
import { requireOwnOrigin, signedInUser } from './signed-in';
import { style } from './style';

/** What a person sees in the browser. No script at all. */
export function createPages(service: Service) {
  const pages = new Hono<Env>();
  pages.use(async (c, next) => {
    await next();
    for (const [name, value] of Object.entries(headers)) c.header(name, value);
    if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
  });
  pages.use(requireOwnOrigin(service));
  pages.use(bodyLimit({ maxSize: 16 * 1024, onError: (c) => c.text('The form is too large', 413) }));
  pages.get('/style.css', (c) =>
    c.body(style, 200, {
      'Content-Type': 'text/css; charset=utf-8',
      'Cache-Control': 'public, max-age=3600',
    }),
  );
  pages.get('/icon.svg', (c) =>
    c.body(icon, 200, { 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' }),
  );
  pages.route('/', posterRoute());
  for (const routes of [signInPages, historyPages, devicePages, connectorPages, keyPages, channelPages])
    pages.route('/', routes(service));
  pages.all('*', (c) =>
    show(
      c,
      layout('Not found', signedInUser(c, service), html`<p>There is no page at this address.</p>`),
      404,
    ),
  );
  pages.onError((error, c) => {
    service.log(`${c.req.method} ${new URL(c.req.url).pathname}: ${error.stack ?? error.message}`);
    return show(
      c,
      layout('Something went wrong', undefined, html`<p>The service failed. Try again.</p>`),
      500,
    );
  });
  return pages;
}

const icon =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="7" fill="#a3253b"/><path d="M12 9v14l11-7z" fill="#fff"/></svg>';

const headers = {
  'Content-Security-Policy':
    "default-src 'none'; style-src 'self'; img-src 'self'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
  // Not `no-referrer`: with it browsers send forms with `Origin: null`, and our origin check would refuse them.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};
