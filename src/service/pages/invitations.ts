import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf, originOf, type Env, type Service } from '../http/environment';
import { invitationPath, type Invitation } from '../store/invitations';
import { MEMBER_ROLES, type ListedUser } from '../store/users';
import type { Words } from '../texts/words';
import { field } from './forms';
import { formatTime, layout, notice, show, type Html, wordsOf } from './layout';
import { canUsePasskeys } from './check-passkey';
import { isRecent, requireRecent, requireUser, signInAgain } from './signed-in';

const PATH = '/invitations';

/**
 * `/invitations`: the owner's page for invitation links and the other people. Forms:
 * - `/invitations` creates a link, which is shown once: `role`, `member` or `reviewer`.
 * - `/invitations/withdraw`: `invitation`, the hash of the link.
 * - `/invitations/delete` deletes an account: `person`, the id, and `name`, as confirmation.
 * - `/invitations/sign-out` ends the sign-ins and devices of a `person`.
 * - `/invitations/passkeys`: `demanded`, set if everybody needs a passkey.
 */
export function invitationPages(service: Service) {
  return new Hono<Env>()
    .use(PATH, requireUser(service))
    .use(`${PATH}/*`, requireUser(service))
    .get(PATH, (c) => (isOwner(c) ? answer(c, service) : refuse(c)))
    .post(PATH, requireRecent(service, PATH), (c) => (isOwner(c) ? create(c, service) : refuse(c)))
    .post(`${PATH}/withdraw`, (c) => (isOwner(c) ? withdraw(c, service) : refuse(c)))
    .post(`${PATH}/delete`, requireRecent(service, PATH), (c) =>
      isOwner(c) ? deletePerson(c, service) : refuse(c),
    )
    .post(`${PATH}/sign-out`, requireRecent(service, PATH), (c) =>
      isOwner(c) ? signOutPerson(c, service) : refuse(c),
    )
    .post(`${PATH}/passkeys`, requireRecent(service, PATH), (c) =>
      isOwner(c) ? demandPasskeys(c, service) : refuse(c),
    );
}

function isOwner(c: Context<Env>): boolean {
  return c.get('user').role === 'owner';
}

function refuse(c: Context<Env>): Response | Promise<Response> {
  const words = wordsOf(c);
  return show(c, layout(c, words.text('invitations'), html`<p>${words.text('owner_only')}</p>`), 403);
}

async function create(c: Context<Env>, service: Service): Promise<Response> {
  const form = await c.req.parseBody();
  const role = MEMBER_ROLES.find((one) => one === (field(form, 'role') || 'member'));
  if (role === undefined) return answer(c, service, { status: 400 });
  const { id } = c.get('user');
  const secret = await service.store.invitations.create(id, role);
  await service.store.audit.add(id, 'invitation-created', callerOf(c, service));
  return answer(c, service, { link: originOf(c, service) + invitationPath(secret) });
}

async function withdraw(c: Context<Env>, service: Service): Promise<Response> {
  const { id } = c.get('user');
  const hash = field(await c.req.parseBody(), 'invitation');
  if (await service.store.invitations.withdraw(id, hash))
    await service.store.audit.add(id, 'invitation-withdrawn', callerOf(c, service));
  return c.redirect(PATH, 303);
}

/**
 * Deletes another person's account. The name is the confirmation. The owner's own account can be deleted only
 * on the account page.
 */
async function deletePerson(c: Context<Env>, { store }: Service): Promise<Response> {
  const form = await c.req.parseBody();
  const person = (await store.users.list()).find(({ id }) => id === field(form, 'person'));
  const isConfirmed = person !== undefined && person.name === field(form, 'name').trim();
  if (isConfirmed && person.role !== 'owner') await store.deleteAccount(person.id);
  return c.redirect(PATH, 303);
}

/** Ends the sign-ins and devices of another person. Keys stay, because programs use them. */
async function signOutPerson(c: Context<Env>, { store }: Service): Promise<Response> {
  const id = field(await c.req.parseBody(), 'person');
  const person = (await store.users.list()).find((one) => one.id === id);
  if (person !== undefined && person.role !== 'owner') {
    await store.keys.revokeDevices(id);
    await store.logins.closeAll(id);
    await store.browsers.forget(id);
    await store.audit.add(id, 'signed-out-by-owner', '');
  }
  return c.redirect(PATH, 303);
}

async function demandPasskeys(c: Context<Env>, service: Service): Promise<Response> {
  const { passkeys, audit } = service.store;
  const { id } = c.get('user');
  const isDemanded = field(await c.req.parseBody(), 'demanded') !== '';
  const isOther = (await passkeys.areNeededOfAll()) !== isDemanded;
  if (isOther && (!isDemanded || canUsePasskeys(c, service)) && (await passkeys.needOfAll(id, isDemanded)))
    await audit.add(id, isDemanded ? 'passkey-demanded' : 'passkey-not-demanded', callerOf(c, service));
  return c.redirect(PATH, 303);
}

type InvitationPage = Readonly<{
  /** Link of the invitation that was just made. */
  link?: string;
  status?: 200 | 400;
}>;

async function answer(
  c: Context<Env>,
  service: Service,
  { link, status }: InvitationPage = {},
): Promise<Response> {
  const words = wordsOf(c);
  const open = await service.store.invitations.list(c.get('user').id);
  const people = await service.store.users.list();
  const canDelete = isRecent(c, service);
  const main = html`${link === undefined ? '' : newLink(words, link)}
    <p>${words.text('invitations_about')}</p>
    ${isRecent(c, service) ? createForm(words) : signInAgain(c, PATH, 'again_to_invite')}
    <section aria-labelledby="open">
      <h2 id="open">${words.text('open_invitations')}</h2>
      ${open.length === 0 ? html`<p class="soft">${words.text('nothing_here')}</p>` : ''}
      <ul class="rows">
        ${open.map((one) => invitationRow(words, one))}
      </ul>
    </section>
    <section aria-labelledby="people">
      <h2 id="people">${words.text('people')}</h2>
      <ul class="rows">
        ${people.map((person) => personRow(words, person, canDelete && person.role !== 'owner'))}
      </ul>
      ${await passkeyDemand(c, service)}
    </section>`;
  return show(c, layout(c, words.text('invitations'), main), status);
}

/**
 * The form that requires a passkey of everybody. If browsers cannot make passkeys here, it only allows
 * turning the requirement off.
 */
async function passkeyDemand(c: Context<Env>, service: Service): Promise<Html> {
  const { passkeys } = service.store;
  const words = wordsOf(c);
  const areNeeded = await passkeys.areNeededOfAll();
  if (!areNeeded && !canUsePasskeys(c, service)) return html``;
  const canAsk = areNeeded || (await passkeys.list(c.get('user').id)).length > 0;
  const link = html`<a href="/account">${words.text('account')}</a>`;
  const form = html`<form method="post" action="${PATH}/passkeys">
    <input type="hidden" name="demanded" value="${areNeeded ? '' : 'yes'}" />
    <button class="quiet">${words.text(areNeeded ? 'stop_demanding_passkey' : 'demand_passkey')}</button>
  </form>`;
  return html`<h3>${words.text('passkeys')}</h3>
    <p>${words.text('demand_passkeys_about')}</p>
    ${canAsk ? '' : html`<p>${words.parts('own_passkey_first', link)}</p>`}
    ${canAsk && isRecent(c, service) ? form : ''}`;
}

function newLink(words: Words, link: string): Html {
  return html`${notice('good', words.text('copy_invitation'))}
    <pre id="new-invitation" class="secret">${link}</pre>`;
}

function createForm(words: Words): Html {
  return html`<form class="panel" method="post" action="${PATH}">
    <label
      >${words.text('role')}
      <select name="role">
        ${MEMBER_ROLES.map((role) => html`<option value="${role}">${words.text(role)}</option>`)}
      </select></label
    >
    <button>${words.text('create_invitation')}</button>
  </form>`;
}

function personRow(words: Words, { id, name, role, createdAt }: ListedUser, canDelete: boolean): Html {
  const form = html`<details class="whole">
    <summary>${words.text('delete_person', name)}</summary>
    <form class="actions" method="post" action="${PATH}/delete">
      <input type="hidden" name="person" value="${id}" />
      <label>${words.text('delete_person_about')} <input name="name" autocomplete="off" required /></label>
      <button class="quiet">${words.text('delete_account')}</button>
    </form>
  </details>`;
  const signOut = html`<form method="post" action="${PATH}/sign-out">
    <input type="hidden" name="person" value="${id}" />
    <button class="quiet">${words.text('sign_out')}</button>
  </form>`;
  return html`<li class="row">
    <span><strong dir="auto">${name}</strong></span>
    <span class="soft">${words.text(role)} · ${words.parts('added_at', formatTime(words, createdAt))}</span>
    ${canDelete ? html`${signOut}${form}` : ''}
  </li>`;
}

function invitationRow(words: Words, { hash, role, createdAt, expiresAt }: Invitation): Html {
  const facts = [
    words.parts('added_at', formatTime(words, createdAt)),
    words.parts('expires_at', formatTime(words, expiresAt)),
  ];
  return html`<li class="row">
    <span>
      <strong>${words.text(role)}</strong>
      <span class="soft facts-line">${facts.map((one) => html`<span>${one}</span>`)}</span>
    </span>
    <form method="post" action="${PATH}/withdraw">
      <input type="hidden" name="invitation" value="${hash}" />
      <button class="quiet">${words.text('withdraw')}</button>
    </form>
  </li>`;
}
