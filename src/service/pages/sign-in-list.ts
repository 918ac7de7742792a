import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import { loginSecret } from '../http/login-cookie';
import { hashSecret } from '../secrets/secret';
import type { Login } from '../store/logins';
import type { Words } from '../texts/words';
import { formatTime, type Html } from './layout';
import { wordsOf } from './words-of';

/** The browsers in which the person is signed in on these pages, and how to end a sign-in. */
export async function signInSection(c: Context<Env>, service: Service): Promise<Html> {
  const words = wordsOf(c);
  const secret = loginSecret(c, service);
  const own = secret === undefined ? '' : hashSecret(secret);
  const signIns = await service.store.logins.list(c.get('user').id);
  return html`<section aria-labelledby="sign-ins">
    <h2 id="sign-ins">${words.text('browsers')}</h2>
    <ul class="rows">
      ${signIns.map((login) => loginRow(words, login, login.hash === own))}
    </ul>
    <form class="actions" method="post" action="/account/sign-out-elsewhere">
      <label><input type="checkbox" name="devices" value="1" /> ${words.text('devices_too')}</label>
      <button class="quiet">${words.text('sign_out_elsewhere')}</button>
    </form>
  </section>`;
}

function loginRow(words: Words, { hash, address, browser, createdAt, usedAt }: Login, isOwn: boolean): Html {
  const signOut = html`<form method="post" action="/account/sign-out">
    <input type="hidden" name="login" value="${hash}" />
    <button class="quiet">${words.text('sign_out')}</button>
  </form>`;
  const facts = [
    html`<bdi>${address}</bdi>`,
    ...(createdAt === 0 ? [] : [words.parts('signed_in_at', formatTime(words, createdAt))]),
    ...(usedAt === 0 ? [] : [words.parts('last_used_at', formatTime(words, usedAt))]),
  ];
  return html`<li class="row">
    <span>
      <strong><bdi>${browser === '' ? words.text('unknown_browser') : browser}</bdi></strong>
      ${isOwn ? words.text('this_one') : ''}
      <span class="soft facts-line">${facts.map((one) => html`<span>${one}</span>`)}</span>
    </span>
    ${isOwn ? '' : signOut}
  </li>`;
}
