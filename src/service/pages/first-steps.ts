import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { originOf, type Env, type Service } from '../http/environment';
import { toPng } from '../library/qr-picture';
import type { Html } from './layout';
import { requireUser } from './signed-in';
import { wordsOf } from './words-of';

const QR_PATH = '/address.png';

/** Where clients of the API find this tracker. */
function addressOf(c: Context<Env>, service: Service): string {
  return `${originOf(c, service)}/api/v1`;
}

/** `/address.png`: the address of the tracker as a QR code. */
export function firstStepsPages(service: Service) {
  return new Hono<Env>()
    .use(QR_PATH, requireUser(service))
    .get(QR_PATH, (c) => c.body(toPng(addressOf(c, service)), 200, { 'Content-Type': 'image/png' }));
}

/** The steps from a new account to the first title, shown instead of an empty history. */
export function firstSteps(c: Context<Env>, service: Service): Html {
  const words = wordsOf(c);
  return html`<ol class="steps">
    <li class="panel">
      <h3>${words.text('step_install')}</h3>
      <p class="soft">${words.text('step_install_about')}</p>
    </li>
    <li class="panel">
      <h3>${words.text('step_address')}</h3>
      <pre class="secret">${addressOf(c, service)}</pre>
      <img src="${QR_PATH}" alt="" width="132" height="132" loading="lazy" />
    </li>
    <li class="panel">
      <h3>${words.text('step_play')}</h3>
      <p class="soft">${words.text('step_play_about')}</p>
      <p class="actions">
        <a class="button" href="/device">${words.text('connect_device')}</a>
        <a class="button" href="/import">${words.text('import_export')}</a>
      </p>
    </li>
  </ol>`;
}
