import { html } from 'hono/html';
import type { Words } from '../texts/words';
import type { Html } from './layout';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password-rules';

/** The field in which a new password is chosen. */
export function passwordField(words: Words, label: string): Html {
  return html`<label
    >${label} <span class="soft">(${words.text('at_least_characters', SHORTEST_PASSWORD)})</span>
    <input
      name="password"
      type="password"
      autocomplete="new-password"
      minlength="${SHORTEST_PASSWORD}"
      maxlength="${LONGEST_PASSWORD}"
      required
  /></label>`;
}
