import type { Item } from '../media/item';
import type { KnownName, Media } from '../media/media';
import { plainTitle } from '../text/normalize-title';
import { defined } from '../values/defined';
import { compareNames } from './compare-names';
import { askedNames } from './name-evidence';
import { languageOf } from './question';

/**
 * The media with those of its names that judging this item or showing it needs: in the language of the page
 * or of the person, and one of each likeness to what the page states. A film can have 200 names, which would
 * be stored with each of 20 candidates for 30 days.
 */
export function withRelevantNames(item: Item, media: Media, personLanguage: string): Media {
  const { titles, episodeTitles } = media;
  const languages = [languageOf(item), languageOf({ language: personLanguage })];
  const asked = item.type === 'movie' ? item.title : item.seriesTitle;
  return {
    ...media,
    ...defined({
      titles: titles && relevant(titles, asked, languages),
      episodeTitles: episodeTitles && relevant(episodeTitles, item.episodeTitle, languages),
    }),
  };
}

function relevant(
  names: readonly KnownName[],
  asked: string | undefined,
  languages: readonly (string | undefined)[],
): readonly KnownName[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const language = languageOf(name);
    if (language !== undefined && languages.includes(language)) return true;
    const kind =
      asked === undefined
        ? undefined
        : askedNames(asked)
            .map((one) => kindOf(one, name))
            .join(' / ');
    if (kind === undefined || seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
}

/** Names of one kind are the same evidence: only one of them is kept. */
function kindOf(asked: string, { title, language, season }: KnownName): string {
  const likeness = compareNames(asked, title);
  // The same name in English and in Turkish are two things.
  if (likeness === 'same' || season !== undefined) return `${likeness} ${language ?? ''} ${season ?? ''}`;
  const [one, other] = [plainTitle(asked), plainTitle(title)];
  // They may differ by the number of a season.
  if (likeness === 'differs' && (one.startsWith(other) || other.startsWith(one))) return 'season';
  // A page that does not state its language may be in that of the name.
  return `${likeness} ${language === undefined ? '' : 'translated'}`;
}
