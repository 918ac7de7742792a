import { text } from '../../platform/browser/i18n';

/**
 * The text of a key; `undefined` where there is none. For keys made of codes and fields that are not all
 * translated.
 */
export function knownText(key: string): string | undefined {
  const found = text(key);
  return found === key ? undefined : found;
}
