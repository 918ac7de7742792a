import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { isLoopback } from '../../core/hosts/host-pattern';
import { callerOf, limitKeyOf, type Env, type Service } from '../http/environment';
import { signedInUser } from '../http/authenticate';
import { normaliseUserCode } from '../secrets/secret';
import type { WaitingDevice } from '../store/devices';
import { LONGEST_NAME, type User } from '../store/users';
import { accountProblem, passwordField } from './password-rules';
import { approvedPage, describeDevice } from './connect-device';
import { field } from './forms';
import { layout, notice, show, showSentence, type Html, wordsOf } from './layout';
import { refuseBusy, type SignInAttempt, type SignInLimiter } from './sign-in-limiter';
import { openLogin } from './signed-in';
import type { Words } from '../texts/words';

const PATH = '/invitation/:secret';
/** Name of the query parameter, and of the button, that holds the code of a device. */
const CODE = 'user_code';

/** A device that waits for approval, and its code. */
type AskingDevice = Readonly<{
  code: string;
  device: WaitingDevice;
}>;

/**
 * `/invitation/SECRET`: the link of an invitation. Its form creates an account; its fields are `name` and
 * `password`. A link that does not work counts as a guess.
 *
 * The extension can open the link too. It then requests a device code and adds `?user_code=`. The form gets a
 * second button, which also approves the device; the value of the button is the code.
 *
 * Somebody else could send a link with the code of their own device (RFC 8628, section 5.4). So the button
 * appears only for an extension that requested its code from the network address of this request. Otherwise
 * the new account leads to `/device`, where the person types the code.
 */
export function acceptInvitationPages(service: Service, guesses: SignInLimiter) {
  return new Hono<Env>()
    .get(PATH, async (c) => {
      const begun = await begin(c, service, guesses, c.req.param('secret'));
      return begun instanceof Response ? begun : show(c, formPage(c, begun.asking));
    })
    .post(PATH, (c) => accept(c, service, guesses, c.req.param('secret')));
}

type Begun = Readonly<{
  attempt: SignInAttempt;
  asking: AskingDevice | undefined;
}>;

/**
 * Counts an attempt and checks the link. Returns a response if the link does not work or there were too many
 * guesses.
 */
async function begin(
  c: Context<Env>,
  service: Service,
  guesses: SignInLimiter,
  secret: string,
): Promise<Begun | Response> {
  const attempt = await guesses.begin(c, 'invitation');
  if (attempt instanceof Response) return attempt;
  if ((await service.store.invitations.find(secret)) === undefined)
    return (await isUsedHere(c, service)) ? c.redirect('/device', 303) : refuse(c);
  const asking = await waitingHere(c, service);
  // The code in the address counts as a guess, unless its device waits here.
  const isGuess = c.req.query(CODE) !== undefined && tellsPeopleApart(service);
  if (asking !== undefined || !isGuess) await attempt.giveBack();
  return { attempt, asking };
}

/** Whether this person may have just used the link: they are signed in and still have a code to type. */
async function isUsedHere(c: Context<Env>, service: Service): Promise<boolean> {
  return c.req.query(CODE) !== undefined && (await signedInUser(c, service)) !== undefined;
}

/**
 * Whether network addresses tell people apart. Behind a proxy that is not trusted, all requests seem to come
 * from the proxy's address.
 */
function tellsPeopleApart({ trustProxy, publicUrl }: Service): boolean {
  return trustProxy || publicUrl === undefined || isLoopback(new URL(publicUrl).hostname);
}

/**
 * The extension that waits for approval with the code in the page's address. It must have requested the code
 * from the network of this request.
 */
async function waitingHere(c: Context<Env>, service: Service): Promise<AskingDevice | undefined> {
  const { devices, passkeys } = service.store;
  const code = c.req.query(CODE);
  if (code === undefined || !tellsPeopleApart(service) || (await passkeys.areNeededOfAll())) return undefined;
  const device = await devices.waiting(code);
  if (device?.scope !== 'extension') return undefined;
  const isHere = limitKeyOf(device.address) === limitKeyOf(callerOf(c, service));
  return isHere ? { code: normaliseUserCode(code), device } : undefined;
}

/** One answer for wrong, used, withdrawn and expired links: it does not reveal which it is. */
function refuse(c: Context<Env>): Response | Promise<Response> {
  return showSentence(c, 'invitation', 'invitation_unusable', 404);
}

async function accept(
  c: Context<Env>,
  service: Service,
  guesses: SignInLimiter,
  secret: string,
): Promise<Response> {
  const begun = await begin(c, service, guesses, secret);
  if (begun instanceof Response) return begun;
  const { attempt, asking } = begun;
  const form = await c.req.parseBody();
  const account = { name: field(form, 'name').trim(), password: field(form, 'password') };
  const words = wordsOf(c);
  const showProblem = (problem: string) => show(c, formPage(c, asking, { problem, name: account.name }), 400);
  const problem = accountProblem(words, account);
  if (problem !== undefined) return showProblem(problem);
  const { invitations, audit } = service.store;
  try {
    const redeemed = await attempt.hash(() => invitations.redeem(secret, account.name, account.password));
    // `unknown`: somebody else used the link first.
    if (redeemed.result !== 'invited')
      return await (redeemed.result === 'unknown' ? refuse(c) : showProblem(words.text('name_taken')));
    const { user, invitedBy } = redeemed;
    await audit.add(invitedBy, 'invitation-used', callerOf(c, service), user.name);
    await audit.add(user.id, 'account-created', callerOf(c, service));
    await openLogin(c, service, user);
    if (c.req.query(CODE) === undefined) return c.redirect('/', 303);
    // Approves only the code that the page has shown.
    const isApproved = asking !== undefined && field(form, CODE) === asking.code;
    return isApproved ? await approve(c, service, user, asking) : c.redirect('/device', 303);
  } catch (error) {
    return refuseBusy(c, error);
  }
}

async function approve(
  c: Context<Env>,
  { store, ...service }: Service,
  { id }: User,
  { code, device }: AskingDevice,
): Promise<Response> {
  if (!(await store.devices.decide(code, id, 'approved'))) return c.redirect('/device', 303);
  await store.audit.add(id, 'device-approved', callerOf(c, service), device.name);
  return show(c, approvedPage(c));
}

/** The form has no `action`, so the browser sends it to the address of the page, with the code. */
function formPage(
  c: Context<Env>,
  asking: AskingDevice | undefined,
  { problem, name = '' }: { problem?: string; name?: string } = {},
): Html {
  const words = wordsOf(c);
  const plainButton = html`<button>${words.text('create_account')}</button>`;
  const hint = c.req.query(CODE) === undefined && words.text('invitation_in_extension');
  return layout(
    c,
    words.text('welcome'),
    html`<p>${words.text('invitation_text')}</p>
      ${notice('bad', problem)}
      <form class="panel" method="post">
        <label
          >${words.text('name')}
          <input
            name="name"
            value="${name}"
            autocomplete="username"
            autocapitalize="none"
            maxlength="${LONGEST_NAME}"
            autofocus
            required
        /></label>
        ${passwordField(words, words.text('password'))}
        ${asking === undefined ? plainButton : deviceFields(words, asking)}
      </form>
      ${hint && html`<p class="soft">${hint}</p>`}`,
  );
}

/**
 * Shows what the device may do, and its code to compare. The button that approves it is the second one: Enter
 * in a field presses the first, which creates the account alone.
 */
function deviceFields(words: Words, { code, device }: AskingDevice): Html {
  return html`${describeDevice(words, code, device, 'approve_only_invited')}
    <div class="actions">
      <button class="quiet">${words.text('create_account')}</button>
      <button name="${CODE}" value="${code}">${words.text('create_account_and_approve')}</button>
    </div>`;
}
