/**
 * A language as pages state it (`de`, `de-DE`, `pt_br`, `zh-Hant-TW`), as the tracker is asked: `de`,
 * `pt-BR`, `zh-TW`. The country is left out where it is not needed to tell two languages apart. `undefined`
 * for anything else.
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
 * Codes that ISO 639 has replaced. Norwegian is one language for titles, and so is Chinese, which the film
 * database calls `cn` where Cantonese is spoken.
 */
const renamed: Readonly<Record<string, string>> = { iw: 'he', in: 'id', no: 'nb', nn: 'nb', cn: 'zh' };

/** Works have other names there. Latin America has one name in the film database, under Mexico. */
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
