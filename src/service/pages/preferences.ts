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
 * of the form: `language`, `zone`.
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
    });
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
