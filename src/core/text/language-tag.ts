/**
 * Turns a language that a page states (`de`, `de-DE`, `pt_br`, `zh-Hant-TW`) into the tag for the tracker
 * (`de`, `pt-BR`, `zh-TW`). The country stays only if it tells two languages apart. `undefined` for anything
 * else.
 */
export function languageTag(stated: string | undefined): string | undefined {
  const match = /^([a-z]{2,3})(?:[-_]([a-z]{4}))?(?:[-_]([a-z]{2}|419))?(?:[-_]|$)/i.exec(stated ?? '');
  if (match === null) return undefined;
  const [, code = '', script = '', region = ''] = match.map((part: string | undefined) =>
    part?.toLowerCase(),
  );
  const language = renamed[code] ?? code;
  return countries[`${language}-${region || script}`] ?? language;
}

/**
 * Codes that ISO 639 has replaced. Titles have one Norwegian and one Chinese; the film database calls
 * Cantonese `cn`.
 */
const renamed: Readonly<Record<string, string>> = { iw: 'he', in: 'id', no: 'nb', nn: 'nb', cn: 'zh' };

/**
 * Countries with their own names for works. In the film database the names for Latin America are under
 * Mexico.
 */
const countries: Readonly<Record<string, string>> = {
  'pt-br': 'pt-BR',
  'zh-tw': 'zh-TW',
  'zh-hk': 'zh-TW',
  'zh-hant': 'zh-TW',
  ...Object.fromEntries(
    ['419', 'mx', 'ar', 'cl', 'co', 'pe', 've', 'us'].map((region) => [`es-${region}`, 'es-MX']),
  ),
  'fr-ca': 'fr-CA',
};
