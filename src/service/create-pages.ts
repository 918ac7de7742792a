import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { hasLeft, logFault, type Env, type Service, originOf } from './http/environment';
import { UnavailableError } from './store/engine/database';
import { acceptInvitationPages } from './pages/accept-invitation';
import { accountPages } from './pages/account';
import { assetRoutes } from './pages/asset-routes';
import { calendarPages } from './pages/calendar';
import { cataloguePages } from './pages/catalogue';
import { packPages } from './pages/catalogue-pack';
import { channelPages } from './pages/channels';
import { checkPages } from './pages/check';
import { devicePages } from './pages/connect-device';
import { connectorPages } from './pages/connectors';
import { importLimit } from './library/imports/import-jobs';
import { firstStepsPages, welcomePages } from './pages/welcome';
import { historyPages } from './pages/history';
import { importPages, refuseLargeFile } from './pages/import';
import { invitationPages } from './pages/invitations';
import { keyPages } from './pages/keys';
import { showSentence, layout, show, type Html } from './pages/layout';
import { listPages } from './pages/lists';
import { mediaPages } from './pages/media';
import { posterRoute } from './pages/cover';
import { relayPages } from './pages/relay';
import { signInPages } from './pages/sign-in';
import { createSignInLimiter } from './pages/sign-in-limiter';
import { seriesPages } from './pages/series';
import { findUser, requireOwnOrigin, requireUser } from './pages/signed-in';
import { statisticsPages } from './pages/statistics';
import { titleChangePages } from './pages/title-changes';
import { html } from 'hono/html';
import { createDescription, type DescribedOperation } from './api/create-description';
import { OPERATIONS } from './create-api';

/** Largest form in bytes. The longest fields are a password (500 characters) and a note (500). */
const FORM_LIMIT = 16 * 1024;

/** Of a form with a review: 10,000 characters, each of up to nine bytes. */
const TEXT_LIMIT = 96 * 1024;

/** The pages for people. The only scripts are for passkeys, a year's card and the review of connectors. */
export function createPages(service: Service) {
  const pages = new Hono<Env>();
  pages.use(requireOwnOrigin(service));
  // Only signed-in people may upload files.
  pages.use('/import/*', requireUser(service));
  const tooLarge = async (c: Context<Env>) => {
    await findUser(c, service);
    return showSentence(c, 'form_refused', 'form_too_large', 413);
  };
  const form = limitForm(FORM_LIMIT, tooLarge);
  const text = limitForm(TEXT_LIMIT, tooLarge);
  const file = limitForm(importLimit, (c) => refuseLargeFile(c, service));
  pages.use((c, next) => {
    const { path } = c.req;
    if (path === '/import') return file(c, next);
    return (path === '/title' || path.startsWith('/lists/') ? text : form)(c, next);
  });
  pages.use(refuseBrokenForms());
  pages.route('/', assetRoutes());
  pages.route('/', posterRoute(service));
  pages.route('/', apiDescriptionPage(service));
  const guesses = createSignInLimiter(service);
  pages.route('/', welcomePages(service, guesses));
  pages.route('/', signInPages(service, guesses));
  pages.route('/', acceptInvitationPages(service, guesses));
  pages.route('/', accountPages(service, guesses));
  for (const routes of PAGES) pages.route('/', routes(service));
  pages.all('*', async (c) => {
    await findUser(c, service);
    return showSentence(c, 'not_found', 'no_page', 404);
  });
  pages.onError((error, c) => {
    if (hasLeft(c)) return c.body(null, 400);
    if (error instanceof UnavailableError) return showUnavailable(c);
    logFault(c, service, error);
    return showSentence(c, 'went_wrong', 'went_wrong_text', 500);
  });
  return pages;
}

function limitForm(maxSize: number, onError: (c: Context<Env>) => Promise<Response>): MiddlewareHandler {
  return bodyLimit({ maxSize, onError });
}

/**
 * Reads the form and keeps it for the page; 400 if it cannot be read. An uploaded file is read by its page.
 */
function refuseBrokenForms(): MiddlewareHandler<Env> {
  return async (c, next) => {
    const isForm = c.req.method !== 'GET' && c.req.method !== 'HEAD' && c.req.path !== '/import';
    if (isForm && !(await c.req.parseBody().then(isRead, () => false)))
      return showSentence(c, 'form_refused', 'form_unreadable', 400);
    await next();
    return undefined;
  };
}

const isRead = () => true;

function showUnavailable(c: Context<Env>): Response | Promise<Response> {
  c.header('Retry-After', '5');
  return showSentence(c, 'unavailable', 'unavailable_text', 503);
}

/** The pages that only a signed-in person sees. */
const PAGES = [
  historyPages,
  firstStepsPages,
  calendarPages,
  statisticsPages,
  seriesPages,
  mediaPages,
  titleChangePages,
  listPages,
  devicePages,
  connectorPages,
  keyPages,
  channelPages,
  importPages,
  relayPages,
  checkPages,
  cataloguePages,
  packPages,
  invitationPages,
];

/** `/api`: the description of the API for people. Public. */
function apiDescriptionPage(service: Service) {
  return new Hono<Env>().get('/api', async (c: Context<Env>) => {
    const { paths, servers } = createDescription(originOf(c, service), OPERATIONS);
    const operations = Object.entries(paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, operation]) => operationPart(method, path, operation)),
    );
    await findUser(c, service);
    const main = html`<div lang="en" dir="ltr">
      <p>
        Base address: <code>${servers[0]?.url ?? ''}</code>. The same for programs:
        <a href="/api/v1/openapi.json">OpenAPI 3.1</a>. Keys are made on <a href="/keys">Devices and keys</a>.
      </p>
      ${operations}
    </div>`;
    return show(c, layout(c, 'API', main));
  });
}

function operationPart(method: string, path: string, operation: DescribedOperation): Html {
  const { summary, tags, security, parameters, requestBody, responses } = operation;
  const statuses = Object.entries(responses).map(
    ([status, { description }]) => html`<li>${status}: ${description.replaceAll('`', '')}</li>`,
  );
  const parts = { parameters, requestBody, responses: responses['200'] };
  return html`<section class="panel">
    <h2><code>${method.toUpperCase()} ${path}</code></h2>
    <p>${summary}</p>
    <p class="soft">
      ${tags[0] === 'Ours' ? 'Added by this service' : 'API v1'},
      ${security.length === 0 ? 'without a key' : 'with a key'}
    </p>
    <details>
      <summary>Statuses</summary>
      <ul>
        ${statuses}
      </ul>
    </details>
    <details>
      <summary>Fields</summary>
      <pre tabindex="0">${JSON.stringify(parts, undefined, 2)}</pre>
    </details>
  </section>`;
}
