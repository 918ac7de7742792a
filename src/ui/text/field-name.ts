import { textKey } from '../../core/text/text-key';
import { knownText } from './known-text';

/** The name of a field of the item within a sentence; the name in the code where there is none. */
export function fieldName(field: string): string {
  return knownText(textKey('field', field)) ?? field;
}
