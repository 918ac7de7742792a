import type { Item } from '../media/item';
import type { KnownName, Media } from '../media/media';
import { defined } from '../values/defined';
import { compareNames } from './compare-names';
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
    const likeness = asked === undefined ? undefined : compareNames(asked, name.title);
    // The language of the very name counts: the same name in English and in Turkish are two things.
    const kind = likeness === 'same' ? `same ${language ?? ''}` : likeness;
    if (kind === undefined || seen.has(kind)) return false;
    seen.add(kind);
    return true;
  });
}
