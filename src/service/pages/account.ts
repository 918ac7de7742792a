import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf, type Env, type Service } from '../http/environment';
import type { AuditEntry, AuditEvent } from '../store/audit';
import type { TextKey, Words } from '../texts/words';
import { field } from './forms';
import { formatTime, layout, moreLinks, notice, show, type Html, wordsOf } from './layout';
import { passkeyPages, passkeySection } from './passkeys';
import { passwordField, passwordProblem } from './password-rules';
import { refuseBusy, type SignInLimiter } from './sign-in-limiter';
import { companionsSection, preferencePages, preferencesSection } from './preferences';
import { openLogin, requireUser, forgetBrowser, isRecent, requireRecent, signInAgain } from './signed-in';
import { signList } from '../releases/sign-list';

/** Number of entries of the log that the page shows. */
const LOG_LENGTH = 50;

/**
 * `/account`: language, time zone, companions, password, passkeys, the log, and the deletion of the account.
 * Forms that this file handles, with their fields:
 * - `/account/password`: `current` is the old password, `password` the new one.
 * - `/account/sign-out`: `login` is the hash of the sign-in to end.
 * - `/account/sign-out-elsewhere`: `devices` is set to sign devices out too.
 * - `/account/delete`: see `deleteAccountPages`.
 */
export function accountPages(service: Service, guesses: SignInLimiter) {
  const { logins } = service.store;
  const showProblem = async (c: Context<Env>, bad: TextKey) =>
    show(c, await accountPage(c, service, { bad: wordsOf(c).text(bad) }), 400);
  const showDone = async (c: Context<Env>, good: TextKey) =>
    show(c, await accountPage(c, service, { good: wordsOf(c).text(good) }));
  return new Hono<Env>()
    .use('/account', requireUser(service))
    .use('/account/*', requireUser(service))
    .get('/account', async (c) => show(c, await accountPage(c, service)))
    .post('/account/password', (c) => changePassword(c, service, guesses))
    .post('/account/sign-out', async (c) => {
      await logins.closeHash(c.get('user').id, field(await c.req.parseBody(), 'login'));
      return c.redirect('/keys', 303);
    })
    .post('/account/sign-out-elsewhere', (c) => signOutElsewhere(c, service))
    .route('/', preferencePages(service, showProblem, showDone))
    .route('/', passkeyPages(service, showProblem))
    .route('/', deleteAccountPages(service, showProblem));
}

/** Changes the password and ends all other sign-ins, because somebody may have used the old password. */
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
      return await show(
        c,
        await accountPage(c, service, { bad: wordsOf(c).text('current_password_wrong') }),
        403,
      );
    await attempt.giveBack();
    const problem = passwordProblem(wordsOf(c), field(form, 'password'), user.name);
    if (problem !== undefined) return await show(c, await accountPage(c, service, { bad: problem }), 400);
    await attempt.hash(() => users.setPassword(user.id, field(form, 'password')));
  } catch (error) {
    return refuseBusy(c, error);
  }
  await audit.add(user.id, 'password-changed', callerOf(c, service));
  await endSignIns(c, service);
  return show(c, await accountPage(c, service, { good: wordsOf(c).text('password_changed') }));
}

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
  return c.redirect('/keys', 303);
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
  result: Readonly<{ good?: string; bad?: string }> = {},
): Promise<Html> {
  const user = c.get('user');
  const words = wordsOf(c);
  const entries = await service.store.audit.list(user.id, LOG_LENGTH);
  const main = html`${notice('bad', result.bad)} ${notice('good', result.good)} ${moreLinks(words)}
    ${preferencesSection(c)} ${await companionsSection(c, service)}
    <section aria-labelledby="password">
      <h2 id="password">${words.text('password')}</h2>
      ${passwordForm(words, user.name)}
    </section>
    ${await passkeySection(c, service)}
    <section aria-labelledby="log">
      <h2 id="log">${words.text('log')}</h2>
      <ul class="rows">
        ${entries.map((entry) => logRow(words, entry))}
      </ul>
    </section>
    ${ownerLinks(c, words)} ${await deleteSection(c, service)}`;
  return layout(c, words.text('account'), main);
}

function ownerLinks(c: Context<Env>, words: Words): Html | '' {
  if (c.get('user').role !== 'owner') return '';
  return html`<p><a class="lone" href="/invitations">${words.text('invitations')}</a></p>
    <p><a class="lone" href="/catalogue">${words.text('catalogue')}</a></p>`;
}

/**
 * The form to change the password. Its hidden field tells password managers which account the password
 * belongs to.
 */
function passwordForm(words: Words, name: string): Html {
  return html`<form class="panel" method="post" action="/account/password">
    <input autocomplete="username" value="${name}" readonly hidden />
    <label
      >${words.text('current_password')}
      <input name="current" type="password" autocomplete="current-password" required
    /></label>
    ${passwordField(words, words.text('new_password'))}
    <button>${words.text('change_password')}</button>
  </form>`;
}

const EVENTS: Readonly<Record<AuditEvent, TextKey>> = {
  'account-created': 'log_account_created',
  'signed-in': 'log_signed_in',
  'sign-in-failed': 'log_wrong_password',
  'signed-out': 'log_signed_out',
  'signed-out-elsewhere': 'log_signed_out_elsewhere',
  'signed-out-by-owner': 'log_signed_out_by_owner',
  'password-changed': 'log_password_changed',
  'password-reset': 'log_password_reset',
  'passkey-added': 'log_passkey_added',
  'passkey-removed': 'log_passkey_removed',
  'passkey-demanded': 'log_passkey_demanded',
  'passkey-not-demanded': 'log_passkey_not_demanded',
  'companion-named': 'log_companion_named',
  'companion-added': 'log_companion_added',
  'companion-removed': 'log_companion_removed',
  'invitation-created': 'log_invitation_created',
  'invitation-withdrawn': 'log_invitation_withdrawn',
  'invitation-used': 'log_invitation_used',
  'film-database-added': 'log_token_stored',
  'film-database-removed': 'log_token_removed',
  'relay-added': 'log_relay_added',
  'relay-removed': 'log_relay_removed',
  'key-created': 'log_key_created',
  'key-revoked': 'log_key_revoked',
  'device-approved': 'log_device_approved',
  'device-denied': 'log_device_denied',
  'device-signed-in': 'log_device_signed_in',
  'connector-accepted': 'log_connector_accepted',
  'connector-taken-back': 'log_connector_taken_back',
  'connector-refused': 'log_connector_rejected',
};

/** Text for the number of failed sign-ins within an hour from one address. Empty for a single failure. */
const timesOf = (count: string) => (Number(count) > 1 ? `${count} ×` : '');

function logRow(words: Words, { at, event, detail, address }: AuditEntry): Html {
  const name = event === 'sign-in-failed' ? timesOf(detail) : detail;
  const text = name === '' ? words.text(EVENTS[event]) : `${words.text(EVENTS[event])}: ${name}`;
  return html`<li class="row">
    <span>${text}</span>
    <span class="soft"><bdi>${address}</bdi> ${formatTime(words, at)}</span>
  </li>`;
}

/**
 * `/account/delete`: deletes the account with its data. Fields of the form:
 * - `name` repeats the name of the account, as confirmation.
 * - `published` is set to withdraw the connectors that the person has published.
 */
function deleteAccountPages(
  service: Service,
  showAccount: (c: Context<Env>, problem: TextKey) => Promise<Response>,
) {
  return new Hono<Env>()
    .use('/account/delete', requireUser(service), requireRecent(service, '/account'))
    .post('/account/delete', async (c) => {
      const { id, name } = c.get('user');
      const form = await c.req.parseBody();
      if (field(form, 'name').trim() !== name) return showAccount(c, 'not_your_name');
      if (field(form, 'published') !== '') {
        await service.store.releases.withdrawOf(id);
        await signList({ releases: service.store.releases, now: service.now });
      }
      await service.store.deleteAccount(id);
      forgetBrowser(c, service);
      const words = wordsOf(c);
      // The page must not show the navigation of a signed-in person.
      c.set('user', undefined as never);
      const main = html`${notice('good', words.text('account_deleted_text'))}`;
      return show(c, layout(c, words.text('account_deleted'), main));
    });
}

/** The section of the account page with the form. */
async function deleteSection(c: Context<Env>, service: Service): Promise<Html> {
  const words = wordsOf(c);
  const published = await service.store.releases.publishedBy(c.get('user').id);
  const form = html`<form class="panel" method="post" action="/account/delete">
    <p>${words.text('delete_account_text')}</p>
    <p>${words.text('delete_account_copies')}</p>
    ${published.length === 0 ? '' : publishedChoice(words, published)}
    <label>${words.text('name_to_confirm')} <input name="name" autocomplete="off" required /></label>
    <button class="quiet">${words.text('delete_account')}</button>
  </form>`;
  return html`<section aria-labelledby="delete">
    <h2 id="delete">${words.text('delete_account')}</h2>
    ${isRecent(c, service) ? form : signInAgain(c, '/account', 'again_to_delete')}
  </section>`;
}

/** Names the published connectors, which others would still see, with a checkbox to withdraw them. */
function publishedChoice(words: Words, names: string[]): Html {
  return html`<p>${words.text('delete_published', names.join(' · '))}</p>
    <label class="choice">
      <input type="checkbox" name="published" value="take-back" /> ${words.text('take_back_published')}
    </label>`;
}
