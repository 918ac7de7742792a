import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import { hashSecret } from '../secrets/secret';
import type { AuditEntry, AuditEvent } from '../store/audit';
import type { Login } from '../store/logins';
import { deleteAccountPages, deleteSection } from './delete-account';
import { field } from './form-field';
import { formatTime, layout, notice, show, type Html } from './layout';
import { passkeyPages, passkeySection } from './passkeys';
import { passwordField } from './password-field';
import { passwordProblem } from './password-rules';
import { refuseBusy, type SignInLimiter } from './sign-in-limiter';
import { loginSecret, openLogin, requireUser } from './signed-in';

/** Entries of the log that the page shows. */
const LOG_LENGTH = 50;

/**
 * `/account`: the password, the sign-ins, passkeys, the log, and the end of the account. Fields of the forms:
 * `current` and `password`; `login`, the hash of a sign-in; `devices`, set to sign devices out too.
 */
export function accountPages(service: Service, guesses: SignInLimiter) {
  const { logins } = service.store;
  const showProblem = async (c: Context<Env>, bad: string) =>
    show(c, await accountPage(c, service, { bad }), 400);
  return new Hono<Env>()
    .use('/account', requireUser(service))
    .use('/account/*', requireUser(service))
    .get('/account', async (c) => show(c, await accountPage(c, service)))
    .post('/account/password', (c) => changePassword(c, service, guesses))
    .post('/account/sign-out', async (c) => {
      await logins.closeHash(c.get('user').id, field(await c.req.parseBody(), 'login'));
      return c.redirect('/account', 303);
    })
    .post('/account/sign-out-elsewhere', (c) => signOutElsewhere(c, service))
    .route('/', passkeyPages(service, showProblem))
    .route('/', deleteAccountPages(service, showProblem));
}

/** Ends all other sign-ins: whoever knows the old password is out. */
async function changePassword(c: Context<Env>, service: Service, guesses: SignInLimiter): Promise<Response> {
  const { users, audit } = service.store;
  const user = c.get('user');
  const attempt = await guesses.begin(c);
  if (attempt instanceof Response) return attempt;
  const form = await c.req.parseBody();
  const refusal = await attempt.forAccount(user.name);
  if (refusal !== undefined) return refusal;
  try {
    const isRight = await attempt.hash(() => users.signIn(user.name, field(form, 'current')));
    if (isRight?.id !== user.id)
      return await show(c, await accountPage(c, service, { bad: 'The current password is wrong.' }), 403);
    await attempt.giveBack();
    const problem = passwordProblem(field(form, 'password'));
    if (problem !== undefined) return await show(c, await accountPage(c, service, { bad: problem }), 400);
    await attempt.hash(() => users.setPassword(user.id, field(form, 'password')));
  } catch (error) {
    return refuseBusy(c, error);
  }
  await audit.add(user.id, 'password-changed', callerOf(c, service));
  await endSignIns(c, service);
  return show(c, await accountPage(c, service, { good: PASSWORD_CHANGED }));
}

const PASSWORD_CHANGED =
  'Password changed. All other sign-ins have ended. Passkeys, keys and devices remain: check them, too.';

async function signOutElsewhere(c: Context<Env>, service: Service): Promise<Response> {
  const user = c.get('user');
  const withDevices = field(await c.req.parseBody(), 'devices') !== '';
  if (withDevices) await service.store.keys.revokeDevices(user.id);
  await service.store.audit.add(
    user.id,
    'signed-out-elsewhere',
    callerOf(c, service),
    withDevices ? 'with devices' : '',
  );
  await endSignIns(c, service);
  return c.redirect('/account', 303);
}

/** Ends all sign-ins of the person, forgets the known browsers, and signs this browser in anew. */
async function endSignIns(c: Context<Env>, service: Service): Promise<void> {
  const user = c.get('user');
  await service.store.logins.closeAll(user.id);
  await service.store.browsers.forget(user.id);
  await openLogin(c, service, user);
}

async function accountPage(
  c: Context<Env>,
  service: Service,
  result: { readonly good?: string; readonly bad?: string } = {},
): Promise<Html> {
  const user = c.get('user');
  const { logins, audit } = service.store;
  const secret = loginSecret(c, service);
  const own = secret === undefined ? '' : hashSecret(secret);
  const signIns = await logins.list(user.id);
  const entries = await audit.list(user.id, LOG_LENGTH);
  const main = html`${notice('bad', result.bad)} ${notice('good', result.good)} ${passwordForm(user.name)}
    <section aria-labelledby="sign-ins">
      <h2 id="sign-ins">Sign-ins</h2>
      <ul class="rows">
        ${signIns.map((login) => loginRow(login, login.hash === own))}
      </ul>
      <form class="actions" method="post" action="/account/sign-out-elsewhere">
        <label><input type="checkbox" name="devices" value="1" /> Devices too</label>
        <button class="quiet">Sign out everywhere else</button>
      </form>
    </section>
    ${await passkeySection(c, service)}
    <section aria-labelledby="log">
      <h2 id="log">Log</h2>
      <ul class="rows">
        ${entries.map(logRow)}
      </ul>
    </section>
    ${user.role === 'owner' ? html`<p><a href="/film-database">Film database</a></p>` : ''}
    ${deleteSection(c, service)}`;
  return layout('Account', user, main);
}

/** The hidden name tells password managers whose password it is. */
function passwordForm(name: string): Html {
  return html`<form class="panel" method="post" action="/account/password">
    <input autocomplete="username" value="${name}" readonly hidden />
    <label
      >Current password <input name="current" type="password" autocomplete="current-password" required
    /></label>
    ${passwordField('New password')}
    <button>Change password</button>
  </form>`;
}

function loginRow({ hash, address, browser, createdAt, usedAt }: Login, isOwn: boolean): Html {
  const signOut = html`<form method="post" action="/account/sign-out">
    <input type="hidden" name="login" value="${hash}" />
    <button class="quiet">Sign out</button>
  </form>`;
  return html`<li class="row">
    <span>
      <strong>${browser === '' ? 'Unknown browser' : browser}</strong> ${isOwn ? '(this one)' : ''}
      <span class="soft"
        >${address}${createdAt === 0 ? '' : html`, signed in ${formatTime(createdAt)}`}${
          usedAt === 0 ? '' : html`, last used ${formatTime(usedAt)}`
        }</span
      >
    </span>
    ${isOwn ? '' : signOut}
  </li>`;
}

const EVENTS: Readonly<Record<AuditEvent, string>> = {
  'account-created': 'Account created',
  'signed-in': 'Signed in',
  'sign-in-failed': 'Wrong password',
  'signed-out': 'Signed out',
  'signed-out-elsewhere': 'Signed out everywhere else',
  'password-changed': 'Password changed',
  'password-reset': 'Password reset on the command line',
  'passkey-added': 'Passkey added',
  'passkey-removed': 'Passkey removed',
  'film-database-added': 'Token of the film database stored',
  'film-database-removed': 'Token of the film database removed',
  'key-created': 'Key created',
  'key-revoked': 'Key revoked',
  'device-approved': 'Device approved',
  'device-denied': 'Device denied',
  'device-signed-in': 'Device signed in',
  'connector-accepted': 'Connector accepted',
  'connector-taken-back': 'Connector taken back',
  'connector-refused': 'Connector rejected',
};

function logRow({ at, event, detail, address }: AuditEntry): Html {
  return html`<li class="row">
    <span>${EVENTS[event]}${detail === '' ? '' : html`: ${detail}`}</span>
    <span class="soft">${address} ${formatTime(at)}</span>
  </li>`;
}
