/** The country of a language where none is named. */
export const homeCountry = readPairs(`
  en:US de:DE fr:FR es:ES it:IT pt:PT nl:NL pl:PL ja:JP ko:KR zh:CN ru:RU ar:SA tr:TR sv:SE da:DK nb:NO no:NO
  fi:FI hi:IN th:TH hu:HU cs:CZ he:IL cn:HK te:IN fa:IR is:IS`);

const englishNames = readPairs(`
  en:English de:German fr:French es:Spanish it:Italian pt:Portuguese nl:Dutch pl:Polish ja:Japanese ko:Korean
  zh:Mandarin ru:Russian ar:Arabic tr:Turkish sv:Swedish da:Danish no:Norwegian fi:Finnish hi:Hindi th:Thai
  hu:Hungarian cs:Czech he:Hebrew`);

function readPairs(text: string): Readonly<Record<string, string>> {
  const pairs = text.trim().split(/\s+/);
  return Object.fromEntries(pairs.map((pair) => pair.split(':') as [string, string]));
}

/** What an episode without a translated name is called. */
const episodeWords: Readonly<Record<string, (number: number) => string>> = {
  de: (number) => `Folge ${String(number)}`,
  fr: (number) => `Épisode ${String(number)}`,
  es: (number) => `Episodio ${String(number)}`,
  it: (number) => `Episodio ${String(number)}`,
  pt: (number) => `Episódio ${String(number)}`,
  nl: (number) => `Aflevering ${String(number)}`,
  pl: (number) => `Odcinek ${String(number)}`,
  ja: (number) => `第${String(number)}話`,
  ko: (number) => `에피소드 ${String(number)}`,
  zh: (number) => `第 ${String(number)} 集`,
  ru: (number) => `Эпизод ${String(number)}`,
  tr: (number) => `${String(number)}. Bölüm`,
  sv: (number) => `Avsnitt ${String(number)}`,
  da: (number) => `Afsnit ${String(number)}`,
  fi: (number) => `Jakso ${String(number)}`,
};

export function namelessEpisode(language: string, number: number): string {
  return episodeWords[language]?.(number) ?? `Episode ${String(number)}`;
}

export interface Locale {
  readonly language: string;
  readonly country: string;
}

/** `de` and `de-DE` are the same. Without a language, or with a wrong one: `en-US`. */
export function localeOf(parameter: string | null): Locale {
  const [, code = 'en', country] = /^([a-z]{2})(?:-([A-Za-z]{2}))?$/.exec(parameter ?? '') ?? [];
  const language = code === 'nb' ? 'no' : code;
  return { language, country: (country ?? homeCountry[language] ?? 'US').toUpperCase() };
}

/** The key of a name in `titles.json`: the country only where it is not the language's own. */
export function keyOf({ language, country }: Locale): string {
  if (language === 'no') return 'nb';
  return homeCountry[language] === country ? language : `${language}-${country}`;
}

/** An entry of `translations`. */
export function translationEntry(key: string, data: object): object {
  const [code = '', country] = key.split('-');
  const language = code === 'nb' ? 'no' : code;
  const name = englishNames[language] ?? language;
  const countryOf = country ?? homeCountry[language];
  return { iso_3166_1: countryOf, iso_639_1: language, name, english_name: name, data };
}
