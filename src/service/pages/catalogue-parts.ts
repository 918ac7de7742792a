import { html } from 'hono/html';
import type { SourceName } from '../catalogue/free/free-sources';
import type { Words } from '../texts/words';
import type { Html } from './layout';

/** What all parts of the page need. */
export type CatalogueView = Readonly<{
  words: Words;
  /** Names of the sources that are turned off. */
  off: readonly string[];
  /** The owner has signed in recently. */
  canChange: boolean;
}>;

/** Turns a source on or off. */
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
