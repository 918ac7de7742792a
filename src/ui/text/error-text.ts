import { text } from '../../platform/browser/i18n';
import { MessageError } from '../../platform/messaging/send';
import { knownText } from './known-text';
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
