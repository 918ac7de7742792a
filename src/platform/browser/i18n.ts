import { shortKey, textKey } from '../../core/text/text-key';
import { browser } from './browser';
import type { Status } from '../../core/status/status';

/** Empty if the texts have the same keys as in the sources. */
declare const __KEY_SEED__: string;

/** The text of a key in the user's language; the key itself if there is none. */
export function text(key: string, ...values: (string | number)[]): string {
  // FIRST STRONG ISOLATE and POP DIRECTIONAL ISOLATE: in right-to-left text, the sign of "Disney+" would
  // otherwise be shown on the wrong side of the name.
  const isolated = (value: string | number) =>
    direction() === 'rtl' ? `\u2068${value}\u2069` : String(value);
  const stored = __KEY_SEED__ === '' ? key : shortKey(key, __KEY_SEED__);
  return browser.i18n.getMessage(stored, values.map(isolated)) || key;
}

/** BCP 47 tag for Intl: the browser's, with its region, if the texts are in its language. */
export function language(): string {
  const shown = text('language_tag');
  const preferred = browser.i18n.getUILanguage();
  return baseOf(preferred) === baseOf(shown) ? preferred : shown;
}

/**
 * `rtl` if the texts are written from right to left. The browser's `@@bidi_dir` describes its own interface,
 * which may be in another language if Matinee is not translated into it.
 */
export function direction(): 'ltr' | 'rtl' {
  return RIGHT_TO_LEFT.test(text('language_tag')) ? 'rtl' : 'ltr';
}

/** Languages with a right-to-left script of their own (Unicode CLDR, character order). */
const RIGHT_TO_LEFT = /^(?:ar|fa|he|ur)\b/;

/** `pt` of `pt-BR`. */
function baseOf(tag: string): string {
  return tag.split('-', 1)[0] ?? tag;
}

/** The sentence of a status, for the popup, the tooltip of the toolbar icon and notifications. */
export function statusSentence(status: Status): string {
  if (status.kind === 'skipped') return text(textKey('skip', status.reason));
  if (status.kind === 'queued') return text(textKey('queued', status.reason));
  if (status.kind === 'paused' && status.until !== undefined && status.until > 0) {
    const time = new Intl.DateTimeFormat(language(), { timeStyle: 'short' });
    return text('status_paused_until', time.format(status.until));
  }
  return text(textKey('status', status.kind));
}
