import { text } from '../../platform/browser/i18n';

/** Name of a region code of a definition (`US`, or a group such as `LATAM`), in the language of the page. */
export function regionName(code: string): string {
  switch (code) {
    case 'global':
      return text('sites_worldwide');
    // Intl knows such groups by their UN M.49 numbers, but Chromium ships no names for most of them.
    case 'LATAM':
    case 'SEA':
    case 'MENA':
      return text(`sites_${code.toLowerCase()}`);
    default:
      return new Intl.DisplayNames(text('language_tag'), { type: 'region' }).of(code) ?? code;
  }
}

/** The regions of a site as a list. No regions, or `global` among others, is worldwide. */
export function regionNames(codes: readonly string[]): string {
  if (codes.length === 0 || codes.includes('global')) return regionName('global');
  return new Intl.ListFormat(text('language_tag'), { style: 'narrow' }).format(codes.map(regionName));
}
