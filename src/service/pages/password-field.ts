import { html } from 'hono/html';
import type { Html } from './layout';
import { LONGEST_PASSWORD, SHORTEST_PASSWORD } from './password-rules';

/** The field in which a new password is chosen. */
export function passwordField(label: string): Html {
  return html`<label
    >${label} <span class="soft">(at least ${SHORTEST_PASSWORD} characters)</span>
    <input
      name="password"
      type="password"
      autocomplete="new-password"
      minlength="${SHORTEST_PASSWORD}"
      maxlength="${LONGEST_PASSWORD}"
      required
  /></label>`;
}
