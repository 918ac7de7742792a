import type { Item } from '../media/item';
import type { KnownName, Media } from '../media/media';
import { plainTitle } from '../text/normalize-title';
import { defined } from '../values/defined';
import { compareNames } from './compare-names';
import { askedNames } from './name-evidence';
import { languageOf } from './question';

/**
 * The media with only the names needed to judge or show this item: names in the language of the page or of
 * the person, and one of each likeness to the page's name. A film can have 200 names, and they would be
 * stored with each of 20 candidates for 30 days.
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
  // The same name in English and in Turkish counts as two kinds.
  if (likeness === 'same' || season !== undefined) return `${likeness} ${language ?? ''} ${season ?? ''}`;
  const [one, other] = [plainTitle(asked), plainTitle(title)];
  // The two may differ only by the number of a season.
  if (likeness === 'differs' && (one.startsWith(other) || other.startsWith(one))) return 'season';
  // A page that states no language may be in the language of this name.
  return `${likeness} ${language === undefined ? '' : 'translated'}`;
}
