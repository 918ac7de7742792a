import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf, type Env, type Service } from '../http/environment';
import type { Passkey } from '../store/passkeys';
import { checkNewPasskey, addRequest, canUsePasskeys, passkeyForm } from './check-passkey';
import { field } from './forms';
import { formatTime, notice, type Html, wordsOf } from './layout';
import type { TextKey, Words } from '../texts/words';
import { isRecent, requireRecent, requireUser, signInAgain } from './signed-in';

const LONGEST_LABEL = 60;

/**
 * Three forms of the account page:
 * - `/account/passkeys` adds a passkey (fields `credential`, the answer of the browser, and `label`);
 * - `/account/passkeys/remove` removes one (field `passkey`);
 * - `/account/passkeys/demand` sets whether the password alone still signs in (field `demanded`; empty: it
 *   does).
 *
 * `showAccount` draws the account page with a problem.
 */
export function passkeyPages(
  service: Service,
  showAccount: (c: Context<Env>, problem: TextKey) => Promise<Response>,
) {
  return new Hono<Env>()
    .use('/account/passkeys', requireUser(service), requireRecent(service, '/account'))
    .use('/account/passkeys/*', requireUser(service), requireRecent(service, '/account'))
    .post('/account/passkeys', async (c) =>
      (await addPasskey(c, service)) ? c.redirect('/account', 303) : showAccount(c, 'passkey_not_added'),
    )
    .post('/account/passkeys/remove', (c) => removePasskey(c, service))
    .post('/account/passkeys/demand', (c) => demandPasskey(c, service));
}

async function addPasskey(c: Context<Env>, service: Service): Promise<boolean> {
  const { passkeys, audit } = service.store;
  const { id } = c.get('user');
  const form = await c.req.parseBody();
  const key = await checkNewPasskey(c, service, id, field(form, 'credential'));
  const label = field(form, 'label').trim().slice(0, LONGEST_LABEL) || 'Passkey';
  if (key === undefined || !(await passkeys.add(id, label, key))) return false;
  await audit.add(id, 'passkey-added', callerOf(c, service), label);
  return true;
}

async function removePasskey(c: Context<Env>, service: Service): Promise<Response> {
  const { passkeys, audit } = service.store;
  const { id } = c.get('user');
  const label = await passkeys.remove(id, field(await c.req.parseBody(), 'passkey'));
  if (label !== undefined) await audit.add(id, 'passkey-removed', callerOf(c, service), label);
  return c.redirect('/account', 303);
}

async function demandPasskey(c: Context<Env>, service: Service): Promise<Response> {
  const { passkeys, audit } = service.store;
  const { id } = c.get('user');
  const isDemanded = field(await c.req.parseBody(), 'demanded') !== '';
  if ((await passkeys.areNeeded(id)) !== isDemanded && (await passkeys.need(id, isDemanded)))
    await audit.add(id, isDemanded ? 'passkey-demanded' : 'passkey-not-demanded', callerOf(c, service));
  return c.redirect('/account', 303);
}

/** The section of the account page about passkeys. */
export async function passkeySection(c: Context<Env>, service: Service): Promise<Html> {
  const words = wordsOf(c);
  const known = await service.store.passkeys.list(c.get('user').id);
  return html`<section aria-labelledby="passkeys">
    <h2 id="passkeys">${words.text('passkeys')}</h2>
    ${notice('bad', c.get('user').lacksPasskey ? words.text('tracker_demands_passkey') : undefined)}
    <ul class="rows">
      ${known.map((passkey) => passkeyRow(words, passkey, isRecent(c, service)))}
    </ul>
    ${await addForm(c, service)} ${known.length === 0 ? '' : await demandForm(c, service)}
  </section>`;
}

async function demandForm(c: Context<Env>, service: Service): Promise<Html> {
  const words = wordsOf(c);
  const { passkeys } = service.store;
  if (await passkeys.areNeededOfAll()) return html`<p>${words.text('passkey_demanded')}</p>`;
  const areNeeded = await passkeys.areNeeded(c.get('user').id);
  const form = html`<form method="post" action="/account/passkeys/demand">
    <input type="hidden" name="demanded" value="${areNeeded ? '' : 'yes'}" />
    <button class="quiet">${words.text(areNeeded ? 'stop_demanding_passkey' : 'demand_passkey')}</button>
  </form>`;
  return html`${areNeeded ? html`<p>${words.text('passkey_demanded')}</p>` : ''}
  ${isRecent(c, service) ? form : ''}`;
}

async function addForm(c: Context<Env>, service: Service): Promise<Html> {
  const words = wordsOf(c);
  if (!canUsePasskeys(c, service)) return html`<p class="soft">${words.text('passkeys_need_https')}</p>`;
  if (!isRecent(c, service)) return signInAgain(c, '/account', 'again_to_change_passkeys');
  return passkeyForm(c, {
    action: '/account/passkeys',
    kind: 'create',
    request: await addRequest(c, service, c.get('user')),
    button: words.text('add_passkey'),
    fields: html`<label
      >${words.text('name')} <input name="label" maxlength="${LONGEST_LABEL}" required
    /></label>`,
  });
}

function passkeyRow(
  words: Words,
  { credential, label, createdAt, usedAt }: Passkey,
  canRemove: boolean,
): Html {
  const remove = html`<form method="post" action="/account/passkeys/remove">
    <input type="hidden" name="passkey" value="${credential}" />
    <button class="quiet">${words.text('remove')}</button>
  </form>`;
  return html`<li class="row">
    <span>
      <strong><bdi>${label}</bdi></strong>
      <span class="soft facts-line"
        ><span>${words.parts('added_at', formatTime(words, createdAt))}</span
        ><span
          >${
            usedAt === null
              ? words.text('never_used')
              : words.parts('last_used_at', formatTime(words, usedAt))
          }</span
        ></span
      >
    </span>
    ${canRemove ? remove : ''}
  </li>`;
}
