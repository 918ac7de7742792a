import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Pack, PackState } from '../catalogue/pack/create-pack';
import type { Env, Service } from '../http/environment';
import type { TextKey, Words } from '../texts/words';
import { field } from './forms';
import { formatTime, layout, show, type Html, wordsOf } from './layout';
import { isRecent, requireRecent, requireUser } from './signed-in';
import type { SourceName } from '../catalogue/free/free-sources';

const PATH = '/catalogue/pack';

/** Seconds after which the page with the progress reloads. */
const REFRESH_SECONDS = '5';

/**
 * `/catalogue/pack`: the progress of the offline pack. The page reloads while the pack is fetched. The
 * owner's form has the field `do`: `fetch`, `stop` or `delete`.
 */
export function packPages(service: Service) {
  return new Hono<Env>()
    .use(PATH, requireUser(service))
    .get(PATH, async (c) => answer(c, service))
    .post(PATH, requireRecent(service, PATH), (c) => change(c, service));
}

async function change(c: Context<Env>, service: Service): Promise<Response> {
  const pack = service.freeSources?.pack;
  if (c.get('user').role !== 'owner' || pack === undefined) return answer(c, service, 403);
  const wanted = field(await c.req.parseBody(), 'do');
  if (wanted === 'fetch') start(pack, service);
  if (wanted === 'stop') pack.stop();
  if (wanted === 'delete') await pack.remove();
  return c.redirect(PATH, 303);
}

/** Starts an update and does not wait for it: the update continues after the response. */
function start(pack: Pack, { log }: Service): void {
  void pack.update().catch((error: unknown) => log({ level: 'error', event: 'fault', error }));
}

async function answer(c: Context<Env>, service: Service, status: 200 | 403 = 200): Promise<Response> {
  const words = wordsOf(c);
  const state = service.freeSources?.pack.state();
  if (state?.isUpdating === true) c.header('Refresh', REFRESH_SECONDS);
  const canChange = c.get('user').role === 'owner' && isRecent(c, service);
  const view = { words, off: await service.store.sourceSwitches.off(), canChange };
  const main = html`${state && packPart(view, state)}
    <p><a href="/catalogue">${words.text('catalogue')}</a></p>`;
  return show(c, layout(c, words.text('pack'), main), status);
}

/** The offline pack, on `/catalogue` and on its own page. */
export function packPart(view: CatalogueView, state: PackState): Html | '' {
  const { words, canChange } = view;
  if (!state.isPossible) return '';
  return html`<section>
    <h2>${words.text('pack')}</h2>
    <p>${words.text('pack_about')}</p>
    <p role="status">${progress(words, state)}</p>
    ${bar(words, state)} ${canChange ? actions(view, state) : ''}
  </section>`;
}

function actions(view: CatalogueView, state: PackState): Html {
  const { words } = view;
  return html`<div class="actions">
    ${forms(words, state)} ${switchForm(view, 'pack', words.text('pack'))}
  </div>`;
}

function progress(words: Words, state: PackState): Html {
  const { counts, bytes = 0, isUpdating, isUnfinished, completedAt, problem } = state;
  const lines: (Html | string)[] = [];
  if (isUpdating) lines.push(words.text('pack_updating'));
  else if (isUnfinished) lines.push(words.text('pack_unfinished'));
  else if (completedAt !== undefined)
    lines.push(html`${words.text('pack_complete')} ${formatTime(words, completedAt)}`);
  else lines.push(words.text('pack_none'));
  if (counts !== undefined && counts.wanted > 0) {
    const { fetched, wanted, asked, series } = counts;
    const size = Math.round(bytes / 1e6);
    lines.push(html`<br />${words.text('pack_progress', fetched, wanted, asked, series, size)}`);
  }
  if (problem !== undefined) lines.push(html`<br />${words.text('pack_waits')}`);
  return html`${lines}`;
}

function bar(words: Words, { counts, isUpdating, isUnfinished }: PackState): Html | '' {
  if (counts === undefined || !(isUpdating || isUnfinished)) return '';
  const all = counts.wanted + counts.series;
  return html`<progress
    max="${Math.max(1, all)}"
    value="${counts.fetched + counts.asked}"
    aria-label="${words.text('pack')}"
  ></progress>`;
}

function forms(words: Words, { isUpdating, counts }: PackState): Html[] {
  const form = (value: string, key: TextKey, kind = 'quiet small') =>
    html`<form method="post" action="${PATH}">
      <button class="${kind}" name="do" value="${value}">${words.text(key)}</button>
    </form>`;
  if (isUpdating) return [form('stop', 'pack_stop')];
  const fetch = form('fetch', 'pack_fetch', 'small');
  return counts === undefined ? [fetch] : [fetch, form('delete', 'pack_delete')];
}

/** The facts that all parts of the catalogue pages need. */
export type CatalogueView = Readonly<{
  words: Words;
  /** Names of the sources that are turned off. */
  off: string[];
  /** The person is the owner and has signed in recently. */
  canChange: boolean;
}>;

/** The form that turns a source on or off. Empty if the person may not change it. */
export function switchForm(
  { words, off, canChange }: CatalogueView,
  source: SourceName,
  name: string,
): Html | '' {
  if (!canChange) return '';
  const isOff = off.includes(source);
  return html`<form method="post" action="/catalogue">
    <button class="quiet small" name="${isOff ? 'on' : 'off'}" value="${source}">
      ${words.text(isOff ? 'turn_on' : 'turn_off', name)}
    </button>
  </form>`;
}
