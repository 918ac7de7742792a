import type { KnownName, Media } from '../media/media';
import { defined } from '../values/defined';

/**
 * The names by which the tracker knows a film, or the series of an episode. The name in its answer comes
 * first.
 */
export function knownNames(media: Media): readonly KnownName[] {
  const { originalTitle, originalLanguage, titles = [] } = media;
  const shown = media.type === 'movie' ? media.title : media.seriesTitle;
  const own = [
    { title: shown ?? '' },
    defined({ title: originalTitle ?? '', language: originalLanguage }),
  ].filter(({ title }) => title !== '');
  return [...own, ...titles];
}
