import ar from './ar.json' with { type: 'json' };
import cs from './cs.json' with { type: 'json' };
import de from './de.json' with { type: 'json' };
import en from './en.json' with { type: 'json' };
import es from './es.json' with { type: 'json' };
import fr from './fr.json' with { type: 'json' };
import it from './it.json' with { type: 'json' };
import ja from './ja.json' with { type: 'json' };
import ko from './ko.json' with { type: 'json' };
import nl from './nl.json' with { type: 'json' };
import pl from './pl.json' with { type: 'json' };
import ptBr from './pt_BR.json' with { type: 'json' };
import sv from './sv.json' with { type: 'json' };
import tr from './tr.json' with { type: 'json' };
import uk from './uk.json' with { type: 'json' };

export type TextKey = keyof typeof en;

/** The texts by the tag of their language, which has a name of its own in each. */
export const TEXTS = {
  en,
  cs,
  de,
  es,
  fr,
  it,
  ja,
  ko,
  nl,
  pl,
  'pt-BR': ptBr,
  sv,
  tr,
  uk,
  ar,
} satisfies Readonly<Record<string, Readonly<Record<TextKey, string>>>>;

export type Language = keyof typeof TEXTS;

export const LANGUAGES = Object.keys(TEXTS) as Language[];

export function isLanguage(tag: string): tag is Language {
  return Object.hasOwn(TEXTS, tag);
}

/** The language that a person has chosen, otherwise that of `Accept-Language`. */
export function languageFor(chosen: string | null | undefined, header: string | undefined): Language {
  return chosen != null && isLanguage(chosen) ? chosen : acceptedLanguage(header);
}

/** The first language of `Accept-Language` that there are texts in; English without one. */
export function acceptedLanguage(header = ''): Language {
  const wanted = header
    .slice(0, 500)
    .split(',')
    .map((part) => {
      const [tag = '', quality] = part.trim().split(/(?<!\s)\s*;\s*q=/);
      return { base: tag.toLowerCase().split('-')[0] ?? '', quality: Number(quality ?? 1) };
    })
    .filter(({ quality }) => quality > 0)
    .sort((a, b) => b.quality - a.quality);
  for (const { base } of wanted) {
    const found = LANGUAGES.find((language) => language.split('-')[0] === base);
    if (found !== undefined) return found;
  }
  return 'en';
}
