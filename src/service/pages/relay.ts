import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { isLoopback } from '../../core/hosts/is-loopback';
import { isPrivateHost } from '../../core/hosts/is-private-host';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import { sinkKinds, type Sink, type SinkCounts, type SinkKind, type SinkTrouble } from '../store/relay';
import type { TextKey } from '../texts/languages';
import type { Words } from '../texts/words';
import { field } from './form-field';
import { formatTime, layout, notice, show, type Html } from './layout';
import { isRecent, requireRecent, requireUser, signInAgain } from './signed-in';
import { wordsOf } from './words-of';

const PATH = '/relay';
const LONGEST_ADDRESS = 500;
/** More than anybody has; each is looked at three times a minute. */
const MOST_SINKS = 10;

/**
 * `/relay`: the other trackers that a person's viewings are sent to. Fields of the form: `kind`, one of
 * `sinkKinds`; `address`; `secret`, the key of a tracker with API v1. Address and key are not shown again.
 */
export function relayPages(service: Service) {
  return new Hono<Env>()
    .use(PATH, requireUser(service))
    .use(`${PATH}/*`, requireUser(service))
    .get(PATH, async (c) => show(c, await relayPage(c, service)))
    .post(PATH, requireRecent(service, PATH), (c) => addSink(c, service))
    .post(`${PATH}/:id{[0-9][0-9a-v]*}/again`, (c) => sendAgain(c, service, c.req.param('id')))
    .post(`${PATH}/:id{[0-9][0-9a-v]*}/remove`, (c) => removeSink(c, service, c.req.param('id')));
}

async function addSink(c: Context<Env>, service: Service): Promise<Response> {
  const user = c.get('user');
  const form = await c.req.parseBody();
  const kind = sinkKinds.find((one) => one === field(form, 'kind'));
  const address = readAddress(field(form, 'address'), user.role === 'owner');
  const secret = field(form, 'secret').trim().slice(0, LONGEST_ADDRESS);
  if (kind === undefined || address === undefined)
    return show(c, await relayPage(c, service, wordsOf(c).text('relay_address_wrong')), 400);
  if ((await service.store.relay.list(user.id)).length < MOST_SINKS) {
    await service.store.relay.add(user.id, { kind, address, secret: kind === 'api-v1' ? secret : '' });
    await service.store.audit.add(user.id, 'relay-added', callerOf(c, service), new URL(address).host);
  }
  return c.redirect(PATH, 303);
}

/**
 * An address outside of the tracker's own network, which only the owner may reach by it: its other programs
 * trust each other.
 */
function readAddress(text: string, isOwner: boolean): string | undefined {
  const url = readUrl(text);
  if (url === undefined || (!isOwner && isForOwner(url))) return undefined;
  url.hash = '';
  return url.href.replace(/\/$/, '');
}

function readUrl(text: string): URL | undefined {
  if (text.length > LONGEST_ADDRESS || !URL.canParse(text.trim())) return undefined;
  const url = new URL(text.trim());
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined;
  return url.username === '' && url.password === '' ? url : undefined;
}

function isForOwner({ protocol, hostname }: URL): boolean {
  return protocol === 'http:' || isLoopback(hostname) || isPrivateHost(hostname) || !hostname.includes('.');
}

async function sendAgain(c: Context<Env>, service: Service, id: string): Promise<Response> {
  const past = field(await c.req.parseBody(), 'past') === 'yes';
  await service.store.relay.sendAgain(c.get('user').id, id, { past });
  return c.redirect(PATH, 303);
}

async function removeSink(c: Context<Env>, service: Service, id: string): Promise<Response> {
  const user = c.get('user');
  const sink = (await service.store.relay.list(user.id)).find((one) => one.id === id);
  if (sink !== undefined) {
    await service.store.relay.remove(user.id, id);
    await service.store.audit.add(user.id, 'relay-removed', callerOf(c, service), new URL(sink.address).host);
  }
  return c.redirect(PATH, 303);
}

async function relayPage(c: Context<Env>, service: Service, problem?: string): Promise<Html> {
  const words = wordsOf(c);
  const sinks = await service.store.relay.list(c.get('user').id);
  const counted = await Promise.all(
    sinks.map(async (sink) => ({ sink, counts: await service.store.relay.counts(sink) })),
  );
  const main = html`${notice('bad', problem)}
    <p>${words.text('relay_about')}</p>
    <ul class="rows">
      ${counted.map(({ sink, counts }) => sinkRow(words, sink, counts))}
    </ul>
    ${isRecent(c, service) ? addForm(words) : signInAgain(c, PATH, 'relay_again')}`;
  return layout(c, words.text('relay'), main);
}

const KINDS: Readonly<Record<SinkKind, TextKey>> = {
  jellyfin: 'relay_jellyfin',
  ryot: 'relay_ryot',
  'api-v1': 'relay_api',
  webhook: 'relay_webhook',
};

const TROUBLES: Readonly<Record<SinkTrouble, TextKey>> = {
  unreachable: 'relay_unreachable',
  busy: 'relay_busy',
  failing: 'relay_failing',
  refused: 'relay_refused',
};

function sinkRow(words: Words, sink: Sink, counts: SinkCounts): Html {
  const { id, kind, address, trouble, nextAt, takesPast } = sink;
  return html`<li class="row">
    <span>
      <strong><bdi>${new URL(address).host}</bdi></strong>
      <span class="soft facts-line">
        <span>${words.text(KINDS[kind])}</span>
        <span>${words.text('relay_counts', counts.sent, counts.waiting, counts.refused)}</span>
      </span>
      ${trouble === null ? '' : html`<span class="bad">${words.text(TROUBLES[trouble])}</span>`}
      ${
        trouble === null || nextAt === null
          ? ''
          : html`<span class="soft">${words.parts('relay_next', formatTime(words, nextAt))}</span>`
      }
    </span>
    <span class="actions">
      ${
        trouble === null && counts.refused === 0
          ? ''
          : html`<form method="post" action="${PATH}/${id}/again">
              <button class="quiet">${words.text('relay_send_again')}</button>
            </form>`
      }
      ${
        takesPast === 1
          ? ''
          : html`<form method="post" action="${PATH}/${id}/again">
              <input type="hidden" name="past" value="yes" />
              <button class="quiet">${words.text('relay_send_past')}</button>
            </form>`
      }
      <form method="post" action="${PATH}/${id}/remove">
        <button class="quiet">${words.text('remove')}</button>
      </form>
    </span>
  </li>`;
}

function addForm(words: Words): Html {
  return html`<form class="panel" method="post" action="${PATH}">
    <label
      >${words.text('relay_kind')}
      <select name="kind">
        ${sinkKinds.map((kind) => html`<option value="${kind}">${words.text(KINDS[kind])}</option>`)}
      </select></label
    >
    <label
      >${words.text('relay_address')}
      <input name="address" type="url" maxlength="${LONGEST_ADDRESS}" autocomplete="off" required
    /></label>
    <label
      >${words.text('relay_key')} <span class="soft">${words.text('relay_api')}</span>
      <input name="secret" type="password" maxlength="${LONGEST_ADDRESS}" autocomplete="off"
    /></label>
    <div class="actions"><button>${words.text('relay_add')}</button></div>
  </form>`;
}
