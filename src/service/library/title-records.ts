import { defined } from '../../core/values/defined';
import type { ListItem } from '../../protocol/tracker/list-item';
import type { MediaCandidate } from '../../protocol/tracker/resolve';
import type { Title } from '../catalogue/catalogue';
import { mediaPath, posterUrl } from './media-paths';
import type { Words } from '../texts/words';
import { subtitleText } from './media-text';

/** A title of the catalogue in `data` of `/media/resolve`. */
export function toCandidate(title: Title, origin: string): MediaCandidate {
  const { type, tmdbId } = title;
  return defined({
    type,
    tmdbId,
    title: title.title,
    posterUrl: posterUrl(origin, type, tmdbId),
    url: origin + mediaPath(title),
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

/** A title of the catalogue in a widget or in a list of a channel; without progress. */
export function titleToListItem(title: Title, origin: string, words: Words): ListItem {
  const { type, tmdbId } = title;
  return defined({
    type,
    title: title.title,
    tmdbId,
    posterUrl: posterUrl(origin, type, tmdbId),
    url: origin + mediaPath(title),
    subtitle: subtitleText(words, title),
  });
}
