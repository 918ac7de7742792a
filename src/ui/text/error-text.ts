import { text } from '../../platform/browser/i18n';
import { MessageError } from '../../platform/messaging/send';
import { textKey } from './text-key';

/** What went wrong, in the person's language where the code has a sentence, else the worker's own words. */
export function errorText(error: unknown): string {
  if (!(error instanceof MessageError))
    return text('error_unknown', error instanceof Error ? error.message : String(error));
  return sentenceOf(error.code) ?? text('error_unknown', error.message || error.code);
}

/** Why an update did not arrive: our sentence where there is one, else what the tracker said. */
export function refusalText({
  code,
  message,
}: {
  readonly code?: string | undefined;
  readonly message?: string | undefined;
}): string | undefined {
  return (code === undefined ? undefined : sentenceOf(code)) ?? (message || code);
}

function sentenceOf(code: string): string | undefined {
  const key = textKey('error', code);
  const found = text(key);
  return found === key ? undefined : found;
}
