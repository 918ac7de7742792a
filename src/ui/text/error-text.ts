import { text } from '../../platform/browser/i18n';
import { MessageError } from '../../platform/messaging/send';
import { textKey } from '../../core/text/text-key';

/** The translated sentence for the code of an error; without one, the message of the error itself. */
export function errorText(error: unknown): string {
  if (!(error instanceof MessageError))
    return text('error_unknown', error instanceof Error ? error.message : String(error));
  return codeText(error.code) ?? text('error_unknown', error.message || error.code);
}

/** Why an update was not accepted, in words of the person's language. */
export function refusalText({ code }: Readonly<{ code?: string | undefined }>): string {
  return (code === undefined ? undefined : codeText(code)) ?? text('status_rejected');
}

/** `undefined` for a code without a text of its own. */
export function codeText(code: string): string | undefined {
  return knownText(textKey('error', code));
}

/**
 * The text of a key; `undefined` where there is none. For keys made of codes and fields that are not all
 * translated.
 */
function knownText(key: string): string | undefined {
  const found = text(key);
  return found === key ? undefined : found;
}

/** The name of a field of the item within a sentence; the name in the code where there is none. */
export function fieldName(field: string): string {
  return knownText(textKey('field', field)) ?? field;
}
