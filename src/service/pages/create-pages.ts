import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { html } from 'hono/html';
import { logFault, type Env, type Service } from '../http/environment';
import { UnavailableError } from '../store/engine/database';
import { accountPages } from './account';
import { apiDescriptionPage } from './api-description';
import { assetRoutes } from './asset-routes';
import { channelPages } from './channels';
import { devicePages } from './connect-device';
import { connectorPages } from './connectors';
import { importLimit } from '../library/imports/import-jobs';
import { filmDatabasePages } from './film-database';
import { historyPages } from './history';
import { importPages } from './import';
import { keyPages } from './keys';
import { layout, show } from './layout';
import { mediaPages } from './media';
import { posterRoute } from './poster';
import { signInPages } from './sign-in';
import { createSignInLimiter } from './sign-in-limiter';
import { requireOwnOrigin, requireUser, signedInUser } from './signed-in';
import { welcomePages } from './welcome';

/** Largest form in bytes. The longest fields are a password (500 characters) and a note (500). */
const FORM_LIMIT = 16 * 1024;

/** The pages for people. The only script is the one for passkeys, on pages that use them. */
export function createPages(service: Service) {
  const pages = new Hono<Env>();
  pages.use(requireOwnOrigin(service));
  // Files are taken from signed-in people only.
  pages.use('/import/*', requireUser(service));
  const form = limitForm(FORM_LIMIT);
  const file = limitForm(importLimit);
  pages.use((c, next) => (c.req.path === '/import' ? file : form)(c, next));
  pages.use(refuseBrokenForms());
  pages.route('/', assetRoutes());
  pages.route('/', posterRoute(service));
  pages.route('/', apiDescriptionPage(service));
  const guesses = createSignInLimiter(service);
  pages.route('/', welcomePages(service, guesses));
  pages.route('/', signInPages(service, guesses));
  pages.route('/', accountPages(service, guesses));
  for (const routes of PAGES) pages.route('/', routes(service));
  pages.all('*', async (c) => {
    const user = await signedInUser(c, service);
    const page = layout('Page not found', user, html`<p>No page has this address.</p>`);
    return show(c, page, 404);
  });
  pages.onError((error, c) => {
    if (error instanceof UnavailableError) return showUnavailable(c);
    logFault(c, service, error);
    const page = layout(
      'Something went wrong',
      undefined,
      html`<p>The service couldn’t handle this request. Try again.</p>`,
    );
    return show(c, page, 500);
  });
  return pages;
}

function limitForm(maxSize: number): MiddlewareHandler {
  return bodyLimit({ maxSize, onError: (c) => c.text('The form is too large.', 413) });
}

/** Reads the form, which is kept for the page; 400 where it cannot be read. */
function refuseBrokenForms(): MiddlewareHandler {
  return async (c, next) => {
    const isForm = c.req.method !== 'GET' && c.req.method !== 'HEAD';
    if (isForm && !(await c.req.parseBody().then(isRead, () => false)))
      return show(c, layout('Form not accepted', undefined, html`<p>The form couldn’t be read.</p>`), 400);
    await next();
    return undefined;
  };
}

const isRead = () => true;

function showUnavailable(c: Context): Response | Promise<Response> {
  c.header('Retry-After', '5');
  const text = html`<p>The database isn’t available right now. Nothing was stored. Try again soon.</p>`;
  return show(c, layout('Not available', undefined, text), 503);
}

/** The pages that only a signed-in person sees. */
const PAGES = [
  historyPages,
  mediaPages,
  devicePages,
  connectorPages,
  keyPages,
  channelPages,
  importPages,
  filmDatabasePages,
];
