import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { isZone } from '../../core/library/zoned-time';
import type { Env, Service } from '../http/environment';
import { recount } from '../library/recount';
import { isLanguage, LANGUAGES, TEXTS, type TextKey } from '../texts/languages';
import { field } from './form-field';
import type { Html } from './layout';
import { requireUser } from './signed-in';
import { wordsOf } from './words-of';

/**
 * `/account/preferences`: the language (empty: that of the browser) and the time zone, an IANA name. Fields
 * of the form: `language`, `zone`. `/account/companions`: `name` of a person who may add to the history, or
 * `remove`, the id of one who may no longer.
 */
export function preferencePages(
  service: Service,
  showProblem: (c: Context<Env>, problem: TextKey) => Promise<Response>,
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
      const { preferences, users } = service.store;
      const { id } = c.get('user');
      const form = await c.req.parseBody();
      const removed = field(form, 'remove');
      if (removed !== '') await preferences.disallow(id, removed);
      else {
        const companion = await users.idOf(field(form, 'name').trim());
        if (companion === undefined || companion === id) return showProblem(c, 'together_none');
        await preferences.allow(id, companion);
      }
      return c.redirect('/account#together', 303);
    });
}

/** Who may add to the history of this person. */
export async function companionsSection(c: Context<Env>, { store }: Service): Promise<Html> {
  const words = wordsOf(c);
  const all = await store.preferences.companionsOf(c.get('user').id);
  const row = ({ id, name }: (typeof all)[number]) =>
    html`<li class="row">
      <bdi>${name}</bdi>
      <form method="post" action="/account/companions">
        <button
          class="quiet small"
          name="remove"
          value="${id}"
          aria-label="${words.text('remove_title', name)}"
        >
          ${words.text('remove')}
        </button>
      </form>
    </li>`;
  return html`<section aria-labelledby="together">
    <h2 id="together">${words.text('together')}</h2>
    <p>${words.text('together_about')}</p>
    <ul class="rows">
      ${all.map(row)}
    </ul>
    <form class="panel actions" method="post" action="/account/companions">
      <label>${words.text('name')} <input name="name" required maxlength="60" dir="auto" /></label>
      <button>${words.text('together_allow')}</button>
    </form>
  </section>`;
}

/** The section of the account page. */
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
