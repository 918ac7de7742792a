import { text } from '../platform/i18n';
import { MessageError } from '../platform/send';
import { textKey } from './text-key';

/** What went wrong, in the person's language where the code has a sentence, else the worker's own words. */
export function errorText(error: unknown): string {
  if (!(error instanceof MessageError)) return text('error_unknown', error instanceof Error ? error.message : String(error));
  const key = textKey('error', error.code);
  const found = text(key);
  return found === key ? text('error_unknown', error.message || error.code) : found;
}
