import type { Context } from 'hono';
import { html } from 'hono/html';
import type { Env } from '../http/environment';
import { allowOwnScript } from '../http/security-headers';
import type { Html } from './layout';
import { wordsOf } from './words-of';

type PasskeyForm = Readonly<{
  action: string;
  /** What the browser is asked to do with a passkey. */
  kind: 'get' | 'create';
  /** The options for it, as JSON. */
  request: object;
  button: string;
  fields: Html;
}>;

/**
 * A form whose field `credential` is filled by the script with the browser's answer. Hidden until the script
 * has run, and in browsers without passkeys. The page is allowed to load this script, the only one of the
 * service.
 */
export function passkeyForm(c: Context<Env>, { action, kind, request, button, fields }: PasskeyForm): Html {
  allowOwnScript(c);
  return html`<form
      class="panel"
      method="post"
      action="${action}"
      hidden
      data-passkey="${kind}"
      data-problem="${wordsOf(c).text('no_passkey_used')}"
      data-request="${JSON.stringify(request)}"
    >
      ${fields}
      <input type="hidden" name="credential" />
      <p class="notice bad" role="alert" hidden></p>
      <button class="quiet">${button}</button>
    </form>
    <script src="/passkey.js" defer></script>`;
}
