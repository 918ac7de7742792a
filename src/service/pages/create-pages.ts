import { Hono, type Context, type MiddlewareHandler } from 'hono';
import { bodyLimit } from 'hono/body-limit';
import { hasLeft, logFault, type Env, type Service } from '../http/environment';
import { UnavailableError } from '../store/engine/database';
import { acceptInvitationPages } from './accept-invitation';
import { accountPages } from './account';
import { apiDescriptionPage } from './api-description';
import { assetRoutes } from './asset-routes';
import { calendarPages } from './calendar';
import { cataloguePages } from './catalogue';
import { packPages } from './catalogue-pack';
import { channelPages } from './channels';
import { checkPages } from './check';
import { devicePages } from './connect-device';
import { connectorPages } from './connectors';
import { importLimit } from '../library/imports/import-jobs';
import { firstStepsPages } from './first-steps';
import { historyPages } from './history';
import { importPages, refuseLargeFile } from './import';
import { invitationPages } from './invitations';
import { keyPages } from './keys';
import { showSentence } from './layout';
import { listPages } from './lists';
import { mediaPages } from './media';
import { posterRoute } from './poster-route';
import { relayPages } from './relay';
import { signInPages } from './sign-in';
import { createSignInLimiter } from './sign-in-limiter';
import { seriesPages } from './series';
import { findUser, requireOwnOrigin, requireUser } from './signed-in';
import { statisticsPages } from './statistics';
import { titleChangePages } from './title-changes';
import { welcomePages } from './welcome';

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
