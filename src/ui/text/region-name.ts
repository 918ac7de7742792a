import { text } from '../../platform/browser/i18n';

/** Name of a region code of a definition (`US`, or a group such as `LATAM`), in the language of the texts around it. */
export function regionName(code: string): string {
  switch (code) {
    case 'global':
      return text('sites_worldwide');
    // Intl numbers such groups (UN M.49), but Chromium comes without the names of most.
    case 'LATAM':
    case 'SEA':
    case 'MENA':
      return text(`sites_${code.toLowerCase()}`);
    default:
      return new Intl.DisplayNames(text('language_tag'), { type: 'region' }).of(code) ?? code;
  }
}

/** Where a site can be watched; one that says nothing, or the whole world among others, is everywhere. */
export function regionNames(codes: readonly string[]): string {
  if (codes.length === 0 || codes.includes('global')) return regionName('global');
  return new Intl.ListFormat(text('language_tag'), { style: 'narrow' }).format(codes.map(regionName));
}
