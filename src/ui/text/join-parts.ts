/**
 * Joins the parts that are there with a middle dot: `S1 E2 · The Ordeal`. Empty texts and zeros are left out.
 */
export function joinParts(...parts: readonly (string | number | undefined)[]): string {
  return parts.filter(Boolean).join(' · ');
}
