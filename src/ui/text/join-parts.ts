import { direction } from '../../platform/browser/i18n';

/**
 * Joins the parts that are there with a middle dot: `S1 E2 · The Ordeal`. Empty texts and zeros are left out.
 * In right-to-left text each part has a direction of its own, as in `text`; what was joined before has it.
 */
export function joinParts(...parts: readonly (string | number | undefined)[]): string {
  const shown = parts.filter(Boolean).map(String);
  const isolated = (part: string) => (part.startsWith('\u2068') ? part : `\u2068${part}\u2069`);
  return (direction() === 'rtl' ? shown.map(isolated) : shown).join(' · ');
}
