import { defined } from '../../core/values/defined';
import type { MediaCandidate } from '../../protocol/tracker/resolve';
import type { Title } from './catalogue';

/** A title of the catalogue in `data` of `/matinee/resolve`. */
export function describeTitle(title: Title): MediaCandidate {
  const { type, tmdbId } = title;
  return defined({
    type,
    tmdbId,
    title: title.title,
    tvShowId: type === 'episode' ? tmdbId : undefined,
    seriesTitle: type === 'episode' ? title.title : undefined,
    id: title.episodeId,
    imdbId: title.imdbId,
    seasonNumber: title.seasonNumber,
    episodeNumber: title.episodeNumber,
    episodeTitle: title.episodeTitle,
    episodeTitles: title.episodeTitles?.map((name) => ({ ...name })),
    originalTitle: title.originalTitle,
    originalLanguage: title.originalLanguage,
    titles: title.titles?.map((name) => ({ ...name })),
    seasons: title.seasons?.map((season) => ({ ...season })),
    year: title.year,
    popularity: title.popularity,
    runtime: title.runtime,
    matchedBy: title.matchedBy,
  });
}
