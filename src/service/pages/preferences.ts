import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { isZone } from '../../core/library/zoned-time';
import { callerOf, type Env, type Service } from '../http/environment';
import { recount } from '../library/year-statistics';
import type { Companion } from '../store/preferences';
import { isLanguage, LANGUAGES, TEXTS, type TextKey, type Words } from '../texts/words';
import { field } from './forms';
import { type Html, wordsOf } from './layout';
import { requireUser } from './signed-in';

/**
 * Two forms of the account page:
 * - `/account/preferences`: `language` (empty: that of the browser) and `zone`, the IANA name of a time zone.
 * - `/account/companions`: `name` of a person to watch together with; or `allow`, the id of a person whose
 *   request is accepted; or `remove`, the id of a person whose request is denied or with whom watching
 *   together ends.
 */
export function preferencePages(
  service: Service,
  showProblem: (c: Context<Env>, problem: TextKey) => Promise<Response>,
  showDone: (c: Context<Env>, done: TextKey) => Promise<Response>,
) {
  return new Hono<Env>()
    .use('/account/preferences', requireUser(service))
    .post('/account/preferences', async (c) => {
      const { preferences } = service.store;
      const { id } = c.get('user');
      const form = await c.req.parseBody();
      const [language, zone] = [field(form, 'language'), field(form, 'zone').trim()];
      if (!isZone(zone) || (language !== '' && !isLanguage(language))) return showProblem(c, 'unknown_zone');
      await preferences.setLanguage(id, language === '' ? null : language);
      await preferences.setZone(id, zone);
      void recount(service, id);
      return c.redirect('/account', 303);
    })
    .use('/account/companions', requireUser(service))
    .post('/account/companions', async (c) => {
      const form = await c.req.parseBody();
      const name = field(form, 'name').trim();
      if (name === '') await answer(c, service, form);
      else {
        await ask(c, service, name);
        return showDone(c, 'together_asked');
      }
      return c.redirect('/account#together', 303);
    });
}

/** Asks a person to watch together. The page looks the same whether or not the name exists. */
async function ask(c: Context<Env>, service: Service, name: string): Promise<void> {
  const { users, preferences, audit } = service.store;
  const { id, name: own } = c.get('user');
  const other = await users.idOf(name);
  await audit.add(id, 'companion-named', callerOf(c, service), name);
  if (other === undefined || other === id || (await preferences.mayAdd(id, other))) return;
  await preferences.allow(id, other);
  // The other person had asked before.
  if (!(await preferences.mayAdd(id, other))) return;
  await audit.add(id, 'companion-added', callerOf(c, service), name);
  await audit.add(other, 'companion-added', '', own);
}

/**
 * Handles the fields `allow` and `remove`. `allow` accepts a request. `remove` ends watching together or
 * denies a request. Both people find this in their log, with one exception: a person whose request is denied
 * is not told, and so does not learn that the name exists.
 */
async function answer(c: Context<Env>, service: Service, form: Record<string, unknown>): Promise<void> {
  const { preferences, audit } = service.store;
  const { id, name } = c.get('user');
  const [allowed, removed] = [field(form, 'allow'), field(form, 'remove')];
  const isAllowed = allowed !== '';
  const isThem = (one: Companion) => one.id === (isAllowed ? allowed : removed);
  const companion = isAllowed ? undefined : (await preferences.companionsOf(id)).find(isThem);
  const other = companion ?? (await preferences.askedBy(id)).find(isThem);
  if (other === undefined) return;
  const event = isAllowed ? 'companion-added' : 'companion-removed';
  await (isAllowed ? preferences.allow(id, other.id) : preferences.part(id, other.id));
  await audit.add(id, event, callerOf(c, service), other.name);
  if (isAllowed || companion !== undefined) await audit.add(other.id, event, '', name);
}

/** The people with whom the person watches, and those who have asked. */
export async function companionsSection(c: Context<Env>, { store }: Service): Promise<Html> {
  const words = wordsOf(c);
  const { id } = c.get('user');
  const asked = await store.preferences.askedBy(id);
  const all = await store.preferences.companionsOf(id);
  return html`<section aria-labelledby="together">
    <h2 id="together">${words.text('together')}</h2>
    <p>${words.text('together_about')}</p>
    <ul class="rows">
      ${asked.map((one) => companionRow(words, one, true))}
      ${all.map((one) => companionRow(words, one, false))}
    </ul>
    <form class="panel actions" method="post" action="/account/companions">
      <label>${words.text('name')} <input name="name" required maxlength="60" dir="auto" /></label>
      <button>${words.text('together_ask')}</button>
    </form>
  </section>`;
}

function companionRow(words: Words, { id, name }: Companion, asks: boolean): Html {
  const button = (field: string, key: TextKey, kind: string) =>
    html`<button class="${kind}" name="${field}" value="${id}" aria-label="${words.text(key)}: ${name}">
      ${words.text(key)}
    </button>`;
  return html`<li class="row">
    ${asks ? html`<span>${words.text('together_wants', name)}</span>` : html`<bdi>${name}</bdi>`}
    <form class="actions" method="post" action="/account/companions">
      ${asks ? button('allow', 'together_allow', 'small') : ''}
      ${button('remove', asks ? 'deny' : 'remove', 'quiet small')}
    </form>
  </li>`;
}

/** The section of the account page with language and time zone. */
export function preferencesSection(c: Context<Env>): Html {
  const words = wordsOf(c);
  const { language, zone } = c.get('user');
  const option = (value: string, text: string, isChosen: boolean) =>
    html`<option value="${value}" ${isChosen ? html`selected` : ''}>${text}</option>`;
  const zones = [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].sort();
  return html`<section aria-labelledby="preferences">
    <h2 id="preferences">${words.text('language_and_time')}</h2>
    <form class="panel filters" method="post" action="/account/preferences">
      <label
        >${words.text('language')}
        <select name="language">
          ${option('', words.text('language_of_browser'), language === null)}
          ${LANGUAGES.map((one) => option(one, TEXTS[one].language_name, one === language))}
        </select></label
      >
      <label
        >${words.text('time_zone')}
        <select name="zone" dir="ltr">
          ${zones.map((one) => option(one, one.replaceAll('_', ' '), one === zone))}
        </select></label
      >
      <div class="actions"><button>${words.text('save')}</button></div>
    </form>
  </section>`;
}
