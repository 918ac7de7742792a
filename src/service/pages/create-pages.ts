import { Hono } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { createMiddleware } from 'hono/factory';
import { logFault, type Env, type Service } from '../http/environment';
import { assetRoutes } from './asset-routes';
import { channelPages } from './channels';
import { devicePages } from './connect-device';
import { connectorPages } from './connectors';
import { historyPages } from './history';
import { keyPages } from './keys';
import { layout, show } from './layout';
import { mediaPages } from './media';
import { posterRoute } from './poster';
import { signInPages } from './sign-in';
import { createSignInLimiter } from './sign-in-limiter';
import { requireOwnOrigin, signedInUser } from './signed-in';
import { welcomePages } from './welcome';

/** Largest form in bytes. The longest fields are a password (500 characters) and a note (500). */
const FORM_LIMIT = 16 * 1024;

/** The pages for people. They contain no script. */
export function createPages(service: Service) {
  const pages = new Hono<Env>();
  pages.use(responseHeaders);
  pages.use(requireOwnOrigin(service));
  pages.use(bodyLimit({ maxSize: FORM_LIMIT, onError: (c) => c.text('The form is too large.', 413) }));
  pages.route('/', assetRoutes());
  pages.route('/', posterRoute(service));
  const guesses = createSignInLimiter(service);
  pages.route('/', welcomePages(service, guesses));
  pages.route('/', signInPages(service, guesses));
  for (const routes of PAGES) pages.route('/', routes(service));
  pages.all('*', (c) => {
    const page = layout('Page not found', signedInUser(c, service), html`<p>No page has this address.</p>`);
    return show(c, page, 404);
  });
  pages.onError((error, c) => {
    logFault(c, service, error);
    const page = layout(
      'Something went wrong',
      undefined,
      html`<p>The service could not handle this request. Try again.</p>`,
    );
    return show(c, page, 500);
  });
  return pages;
}

/** The pages that only a signed-in person sees. */
const PAGES = [historyPages, mediaPages, devicePages, connectorPages, keyPages, channelPages];

const HEADERS = {
  'Content-Security-Policy': [
    "default-src 'none'",
    "style-src 'self'",
    "img-src 'self'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; '),
  // With `no-referrer` browsers send forms with `Origin: null`, which `requireOwnOrigin` refuses.
  'Referrer-Policy': 'same-origin',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
};

const responseHeaders = createMiddleware<Env>(async (c, next) => {
  await next();
  for (const [name, value] of Object.entries(HEADERS)) c.header(name, value);
  if (!c.res.headers.has('Cache-Control')) c.header('Cache-Control', 'no-store');
});
