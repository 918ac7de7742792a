import type { Context } from 'hono';
import { html } from 'hono/html';
import { serviceAddresses } from '../relay/connect-sink';
import type { Env, Service } from '../http/environment';
import { canPull, pullStateOf } from '../relay/pull-from';
import { readAccount } from '../relay/sink-account';
import { sinkKinds, type Sink, type SinkKind, type SinkTrouble } from '../store/sink';
import type { SinkCounts } from '../store/relay-ledger';
import type { TextKey, Words } from '../texts/words';
import { formatTime, layout, notice, type Html, wordsOf } from './layout';
import { isRecent, signInAgain } from './signed-in';

const PATH = '/relay';
export const LONGEST_FIELD = 2000;

/** Number of older viewings between two days, with the days as the person entered them. */
type CountedPast = Readonly<{
  id: string;
  from: string;
  to: string;
  count: number;
}>;

type Shown = Readonly<{
  problem?: string;
  past?: CountedPast;
}>;

export async function relayPage(c: Context<Env>, service: Service, shown: Shown = {}): Promise<Html> {
  const words = wordsOf(c);
  const sinks = await service.store.relay.list(c.get('user').id);
  const counted = await Promise.all(
    sinks.map(async (sink) => ({ sink, counts: await service.store.relay.counts(sink) })),
  );
  const main = html`${notice('bad', shown.problem)}
    <p>${words.text('relay_about')}</p>
    <ul class="rows">
      ${counted.map(({ sink, counts }) => sinkRow(words, sink, counts, { ...shown, now: service.now() }))}
    </ul>
    ${isRecent(c, service) ? addForms(words) : signInAgain(c, PATH, 'relay_again')}`;
  return layout(c, words.text('relay'), main);
}

/** Names of products are the same in every language. */
const NAMES: Partial<Readonly<Record<SinkKind, string>>> = {
  trakt: 'Trakt',
  simkl: 'Simkl',
  mdblist: 'MDBList',
  anilist: 'AniList',
  mal: 'MyAnimeList',
};
const KINDS: Partial<Readonly<Record<SinkKind, TextKey>>> = {
  jellyfin: 'relay_jellyfin',
  ryot: 'relay_ryot',
  'api-v1': 'relay_api',
  webhook: 'relay_webhook',
};

function nameOf(words: Words, kind: SinkKind): string {
  const key = KINDS[kind];
  return key === undefined ? (NAMES[kind] ?? kind) : words.text(key);
}

const TROUBLES: Readonly<Record<Exclude<SinkTrouble, 'connecting'>, TextKey>> = {
  unreachable: 'relay_unreachable',
  busy: 'relay_busy',
  failing: 'relay_failing',
  refused: 'relay_refused',
  full: 'relay_full',
  unreadable: 'relay_unreadable',
};

type AtTime = Shown & Readonly<{ now: number }>;

function sinkRow(words: Words, sink: Sink, counts: SinkCounts, { past, now }: AtTime): Html {
  const { id, kind, address, trouble } = sink;
  const host = serviceAddresses[kind] === undefined && address !== '' ? new URL(address).host : undefined;
  return html`<li class="row">
    <span>
      <strong><bdi>${host ?? nameOf(words, kind)}</bdi></strong>
      <span class="soft facts-line">
        ${host === undefined ? '' : html`<span>${nameOf(words, kind)}</span>`}
        <span>${words.text('relay_counts', counts.sent, counts.waiting, counts.refused)}</span>
      </span>
      ${stateOf(words, sink)}
      ${trouble === 'connecting' || !takesTimes(kind) ? '' : pastForm(words, sink, past)}
      ${trouble === 'connecting' || !canPull(kind) ? '' : pullForm(words, sink, now)}
    </span>
    <span class="actions">
      ${canSendAgain(sink, counts) ? button(words, `${id}/again`, 'relay_send_again') : ''}
      ${button(words, `${id}/remove`, 'remove')}
    </span>
  </li>`;
}

const button = (words: Words, path: string, key: TextKey): Html =>
  html`<form method="post" action="${PATH}/${path}">
    <button class="quiet">${words.text(key)}</button>
  </form>`;

function canSendAgain({ trouble }: Sink, { refused }: SinkCounts): boolean {
  if (trouble === null) return refused > 0;
  return trouble !== 'connecting' && trouble !== 'unreadable';
}

function stateOf(words: Words, { trouble, nextAt, secret }: Sink): Html | '' {
  if (trouble === null) return '';
  if (trouble === 'connecting') {
    const device = readAccount(secret)?.device;
    if (device === undefined) return html`<span>${words.text('relay_not_agreed')}</span>`;
    const { protocol, href, host } = new URL(device.url);
    const link = html`<a href="${protocol === 'https:' ? href : '#'}" rel="noreferrer">${host}</a>`;
    return html`<span
        >${words.parts('relay_enter_code', html`<strong>${device.userCode}</strong>`, link)}</span
      >
      <a class="button" href="${PATH}">${words.text('relay_agreed')}</a>`;
  }
  return troubleOf(words, TROUBLES[trouble], nextAt);
}

function troubleOf(words: Words, key: TextKey, nextAt: number | null): Html {
  const next = nextAt === null ? '' : words.parts('relay_next', formatTime(words, nextAt));
  return html`<span class="bad">${words.text(key)}</span> <span class="soft">${next}</span>`;
}

/** Whether a service takes times. Readers of Jellyfin's webhooks and Ryot date a viewing by its arrival. */
const takesTimes = (kind: SinkKind) => kind !== 'jellyfin' && kind !== 'ryot';

/** The form to send older viewings: choose days, see a count before anything is sent, stop. */
function pastForm(words: Words, { id, pastFrom }: Sink, past: CountedPast | undefined): Html {
  const counted = past?.id === id ? past : undefined;
  const action = `${PATH}/${id}/past`;
  if (counted !== undefined)
    return html`<form method="post" action="${action}" class="actions">
      <input type="hidden" name="from" value="${counted.from}" />
      <input type="hidden" name="to" value="${counted.to}" />
      <span>${words.plural('relay_past_count', counted.count)}</span>
      <button name="go" value="send">${words.text('relay_past_send')}</button>
    </form>`;
  return html`<details>
    <summary>${words.text('relay_send_past')}</summary>
    <form method="post" action="${action}">
      <p class="soft">${words.text('relay_past_about')}</p>
      <label>${words.text('relay_past_from')} <input type="date" name="from" /></label>
      <label>${words.text('relay_past_to')} <input type="date" name="to" /></label>
      <div class="actions">
        <button class="quiet">${words.text('relay_past_look')}</button>
        ${
          pastFrom === null
            ? ''
            : html`<button class="quiet" name="go" value="stop">${words.text('relay_past_stop')}</button>`
        }
      </div>
    </form>
  </details>`;
}

/** The form for bringing in what is watched at the other tracker. It is off until the person turns it on. */
function pullForm(words: Words, sink: Sink, now: number): Html {
  const go = (value: string, key: TextKey) =>
    html`<button class="quiet" name="go" value="${value}">${words.text(key)}</button>`;
  const isOn = sink.pullAt !== null;
  const on = html`${go('now', 'relay_look_now')}${go('off', 'relay_pull_stop')}
    <a class="button" href="/import">${words.text('import_export')}</a>`;
  return html`<details ${isOn ? html`open` : ''}>
    <summary>${words.text('relay_pull')}</summary>
    <form method="post" action="${PATH}/${sink.id}/pull">
      <p class="soft">${words.text('relay_pull_about')}</p>
      ${isOn ? pullState(words, sink, now) : ''}
      <div class="actions">${isOn ? on : go('on', 'relay_pull')}</div>
    </form>
  </details>`;
}

function pullState(words: Words, sink: Sink, now: number): Html {
  const { pullAt, pulledAt, pullTrouble } = sink;
  const state = pullStateOf(sink, now);
  const last = pulledAt === null ? '' : words.parts('relay_pulled_at', formatTime(words, pulledAt));
  const status = html`<p role="status">${state === undefined ? last : words.text(state)}</p>`;
  if (pullTrouble === null) return status;
  const key = pullTrouble === 'refused' ? 'relay_pull_refused' : TROUBLES[pullTrouble];
  return html`${status}
    <p>${troubleOf(words, key, pullAt)}</p>`;
}

const secretField = (label: string): Html =>
  html`<label
    >${label} <input name="secret" type="password" maxlength="${LONGEST_FIELD}" autocomplete="off" required
  /></label>`;

/** AniList's page that shows the token. The client's id replaces the ellipsis. */
const TOKEN_PAGE = 'https://anilist.co/api/v2/oauth/authorize?response_type=token&client_id=…';

function addForms(words: Words): Html {
  const client = html`<label
    >${words.text('relay_client_id')} <input name="clientId" maxlength="200" autocomplete="off" required
  /></label>`;
  const clientSecret = html`<label
    >${words.text('relay_client_secret')}
    <input name="clientSecret" type="password" maxlength="200" autocomplete="off"
  /></label>`;
  const token = html`<p class="soft"><bdi>${TOKEN_PAGE}</bdi></p>
    ${secretField(words.text('relay_token'))}`;
  return html`<section class="panel">
    <h2>${words.text('relay_add')}</h2>
    ${serviceForm(words, 'trakt', 'relay_trakt_help', html`${client}${clientSecret}`)}
    ${serviceForm(words, 'simkl', 'relay_simkl_help', client)}
    ${serviceForm(words, 'mdblist', 'relay_mdblist_help', secretField(words.text('relay_key')))}
    ${serviceForm(words, 'anilist', 'relay_anilist_help', token)}
    ${serviceForm(words, 'mal', 'relay_mal_help', html`${client}${clientSecret}`)} ${addressForm(words)}
  </section>`;
}

function serviceForm(words: Words, kind: SinkKind, help: TextKey, fields: Html): Html {
  return html`<details>
    <summary>${nameOf(words, kind)}</summary>
    <form method="post" action="${PATH}">
      <p class="soft">${words.text(help)}</p>
      <input type="hidden" name="kind" value="${kind}" />
      ${fields}
      <div class="actions"><button>${words.text('relay_connect')}</button></div>
    </form>
  </details>`;
}

function addressForm(words: Words): Html {
  const kinds = sinkKinds.filter((kind) => serviceAddresses[kind] === undefined);
  return html`<details>
    <summary>${words.text('relay_by_address')}</summary>
    <form method="post" action="${PATH}">
      <label
        >${words.text('relay_kind')}
        <select name="kind">
          ${kinds.map((kind) => html`<option value="${kind}">${nameOf(words, kind)}</option>`)}
        </select></label
      >
      <label
        >${words.text('relay_address')}
        <input name="address" type="url" maxlength="${LONGEST_FIELD}" autocomplete="off" required
      /></label>
      <label
        >${words.text('relay_key')} <span class="soft">${words.text('relay_api')}</span>
        <input name="secret" type="password" maxlength="${LONGEST_FIELD}" autocomplete="off"
      /></label>
      <div class="actions"><button>${words.text('relay_connect')}</button></div>
    </form>
  </details>`;
}
