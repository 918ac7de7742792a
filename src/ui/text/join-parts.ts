import { direction } from '../../platform/browser/i18n';

/**
 * Joins the parts that are there with a middle dot: `S1 E2 · The Ordeal`. Empty texts and zeros are left out.
 * The result has the page's direction, whatever its first letter is. If the page or a part is right-to-left,
 * each part gets a direction of its own, unless it was joined before.
 */
export function joinParts(...parts: readonly (string | number | undefined)[]): string {
  const shown = parts.filter(Boolean).map(String);
  const isolated = (part: string) => (part.startsWith('\u2068') ? part : `\u2068${part}\u2069`);
  const isMixed = direction() === 'rtl' || RIGHT_TO_LEFT.test(String(shown));
  return (isMixed ? shown.map(isolated) : shown).join(' · ');
}

/** A letter of Hebrew, Arabic or another script of the Unicode blocks that run from right to left. */
const RIGHT_TO_LEFT = /[\u0590-\u08ff]/;
