import { Hono, type Context } from 'hono';
import { isLoopback, isPrivateHost } from '../../core/hosts/host-pattern';
import { defined } from '../../core/values/defined';
import { readLocalTime } from '../../core/library/zoned-time';
import { callerOf, originOf, type Env, type Service } from '../http/environment';
import { askForCode, serviceAddresses } from '../relay/connect-sink';
import { finishMal, malSignIn, startMal } from '../relay/mal';
import { canPull } from '../relay/pull-from';
import { viaOf } from '../relay/relay-context';
import { readAccount, writeAccount, type SinkAccount } from '../relay/sink-account';
import { sinkKinds, type NewSink, type SinkKind } from '../store/sink';
import type { TextKey } from '../texts/words';
import { field } from './forms';
import { show, wordsOf } from './layout';
import { LONGEST_FIELD, relayPage } from './relay-views';
import { requireRecent, requireUser } from './signed-in';

const PATH = '/relay';
/** Address to which the person returns after agreeing at the other tracker. */
const BACK = `${PATH}/back`;
const ONE = `${PATH}/:id{[0-9][0-9a-v]*}`;
/** Maximum number of other trackers per person. Each is checked three times a minute. */
const MOST_SINKS = 10;

/**
 * `/relay`: the other trackers to which a person's viewings are sent. The form adds one:
 * - `kind`: one of `sinkKinds`;
 * - `address`: the address of the other tracker, if its kind has no fixed one;
 * - `secret`: a key or a token;
 * - `clientId` and `clientSecret`: those of an application that the person has registered at the other
 *   tracker.
 *
 * Addresses and keys are not shown again.
 */
export function relayPages(service: Service) {
  return new Hono<Env>()
    .use(PATH, requireUser(service))
    .use(`${PATH}/*`, requireUser(service))
    .get(PATH, async (c) => show(c, await relayPage(c, service)))
    .post(PATH, requireRecent(service, PATH), (c) => addSink(c, service))
    .get(BACK, (c) => comeBack(c, service))
    .post(`${ONE}/again`, (c) => sendAgain(c, service, c.req.param('id')))
    .post(`${ONE}/past`, (c) => sendPast(c, service, c.req.param('id')))
    .post(`${ONE}/pull`, (c) => pull(c, service, c.req.param('id')))
    .post(`${ONE}/remove`, (c) => removeSink(c, service, c.req.param('id')));
}

type Form = Record<string, unknown>;
/** The sink to add and, if there is one, the page that the person must visit next; or what is wrong. */
type AddedSink = Readonly<{ sink: NewSink; goTo?: string }> | Readonly<{ problem: TextKey }>;

async function addSink(c: Context<Env>, service: Service): Promise<Response> {
  const user = c.get('user');
  const form = await c.req.parseBody();
  const kind = sinkKinds.find((one) => one === field(form, 'kind'));
  const added: AddedSink =
    kind === undefined ? { problem: 'relay_address_wrong' } : await readSink(c, service, kind, form);
  if ('problem' in added)
    return show(c, await relayPage(c, service, { problem: wordsOf(c).text(added.problem) }), 400);
  if ((await service.store.relay.list(user.id)).length >= MOST_SINKS) return c.redirect(PATH, 303);
  await service.store.relay.add(user.id, added.sink);
  const { host } = new URL(added.sink.address);
  await service.store.audit.add(user.id, 'relay-added', callerOf(c, service), host);
  return c.redirect(added.goTo ?? PATH, 303);
}

async function readSink(c: Context<Env>, service: Service, kind: SinkKind, form: Form): Promise<AddedSink> {
  const secret = fieldOf(form, 'secret');
  const address = serviceAddresses[kind];
  if (address === undefined) {
    const entered = readAddress(field(form, 'address'), c.get('user').role === 'owner');
    if (entered === undefined) return { problem: 'relay_address_wrong' };
    return { sink: { kind, address: entered, secret: kind === 'api-v1' ? secret : '' } };
  }
  if (kind === 'mdblist' || kind === 'anilist')
    return secret === '' ? { problem: 'relay_client_wrong' } : { sink: { kind, address, secret } };
  return readAccountForm(c, service, { kind, address, form });
}

/** Reads the form of an account for which the person still has to agree at the other tracker. */
async function readAccountForm(
  c: Context<Env>,
  service: Service,
  { kind, address, form }: { kind: SinkKind; address: string; form: Form },
): Promise<AddedSink> {
  const clientSecret = fieldOf(form, 'clientSecret');
  const client = defined({
    clientId: fieldOf(form, 'clientId'),
    clientSecret: clientSecret === '' ? undefined : clientSecret,
  });
  if (client.clientId === '') return { problem: 'relay_client_wrong' };
  const waiting = (account: SinkAccount): NewSink => ({
    kind,
    address,
    secret: writeAccount(account),
    trouble: 'connecting',
  });
  if (kind === 'mal') {
    const account = startMal(client);
    return { sink: waiting(account), goTo: malSignIn(address, account, originOf(c, service) + BACK) };
  }
  const account = await askForCode(viaOf(service), kind, { ...client, address });
  return account === undefined ? { problem: 'relay_client_wrong' } : { sink: waiting(account) };
}

/** Handles the return from MyAnimeList, which adds a code and the `state` of the request. */
async function comeBack(c: Context<Env>, service: Service): Promise<Response> {
  const { relay } = service.store;
  const { code = '', state = '' } = c.req.query();
  const sinks = await relay.list(c.get('user').id);
  const sink = sinks.find((one) => state !== '' && readAccount(one.secret)?.state === state);
  const account = sink && readAccount(sink.secret);
  if (sink === undefined || account === undefined || sink.kind !== 'mal') return c.redirect(PATH, 303);
  const finished = await finishMal(viaOf(service), sink.address, account, {
    code,
    back: originOf(c, service) + BACK,
  }).catch(() => undefined);
  if (finished === undefined) await relay.note(sink, { trouble: 'refused', failures: 0, nextAt: null });
  else {
    await relay.saveSecret(sink, writeAccount(finished));
    await relay.note(sink, { trouble: null, failures: 0, nextAt: service.now() });
  }
  return c.redirect(PATH, 303);
}

const fieldOf = (form: Form, name: string) => field(form, name).trim().slice(0, LONGEST_FIELD);

/**
 * Reads the address of another tracker. Only the owner may enter an address with `http` or one inside the
 * tracker's own network, because programs there trust each other.
 */
function readAddress(text: string, isOwner: boolean): string | undefined {
  const url = readUrl(text);
  if (url === undefined || (!isOwner && isForOwner(url))) return undefined;
  url.hash = '';
  return url.href.replace(/\/$/, '');
}

function readUrl(text: string): URL | undefined {
  if (text.length > LONGEST_FIELD || !URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}

function isForOwner({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' || isLoopback(hostname) || isPrivateHost(hostname) || !hostname.includes('.');
}

async function sendAgain(c: Context<Env>, service: Service, id: string): Promise<Response> {
  await service.store.relay.sendAgain(c.get('user').id, id);
  return c.redirect(PATH, 303);
}

const DAY_MS = 86_400_000;

/**
 * Sends older viewings: those between the days `from` and `to` in the person's zone, or all. Without `go`
 * they are only counted. If `go` is `stop`, sending ends.
 */
async function sendPast(c: Context<Env>, service: Service, id: string): Promise<Response> {
  const { id: userId, zone } = c.get('user');
  const form = await c.req.parseBody();
  const sink = (await service.store.relay.list(userId)).find((one) => one.id === id);
  const timeOf = (name: string) => readLocalTime(zone, `${field(form, name)}T00:00`);
  const last = timeOf('to');
  const range = { from: timeOf('from') ?? 0, to: last === undefined ? service.now() : last + DAY_MS };
  if (sink === undefined) return c.redirect(PATH, 303);
  if (field(form, 'go') === '') {
    const count = await service.store.relay.countPast(sink, range);
    const past = { id, from: field(form, 'from'), to: field(form, 'to'), count };
    return show(c, await relayPage(c, service, { past }));
  }
  await service.store.relay.sendPast(userId, id, field(form, 'go') === 'stop' ? undefined : range);
  return c.redirect(PATH, 303);
}

/** Minimum milliseconds between two look-ups that the person requests. */
const AGAIN_MS = 60_000;

/**
 * Changes whether viewings at the other tracker are brought in: `go` is `on`, `off`, or `now` for a look-up
 * at once.
 */
async function pull(c: Context<Env>, service: Service, id: string): Promise<Response> {
  const { id: userId } = c.get('user');
  const { relay } = service.store;
  const go = field(await c.req.parseBody(), 'go');
  const sink = (await relay.list(userId)).find((one) => one.id === id);
  if (sink === undefined || !canPull(sink.kind)) return c.redirect(PATH, 303);
  if (go === 'on' || go === 'off') await relay.pull(userId, id, go === 'on');
  else if (service.now() - (sink.pulledAt ?? 0) >= AGAIN_MS) await relay.pullNow(userId, id);
  return c.redirect(PATH, 303);
}

async function removeSink(c: Context<Env>, service: Service, id: string): Promise<Response> {
  const user = c.get('user');
  const sink = (await service.store.relay.list(user.id)).find((one) => one.id === id);
  if (sink !== undefined) {
    await service.store.relay.remove(user.id, id);
    const host = sink.address === '' ? sink.kind : new URL(sink.address).host;
    await service.store.audit.add(user.id, 'relay-removed', callerOf(c, service), host);
  }
  return c.redirect(PATH, 303);
}
