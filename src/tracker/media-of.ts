import type { Media } from '../core/media/media';
import { defined } from '../core/values/defined';
import type { MediaCandidate } from '../protocol/tracker/resolve';

/** The resolved media; `undefined` if its ids are not enough to send an update. */
export function mediaOf(candidate: MediaCandidate): Media | undefined {
  return candidate.type === 'movie' ? toFilm(candidate) : toEpisode(candidate);
}

function toFilm(candidate: MediaCandidate): Media | undefined {
  const { tmdbId, id, title } = candidate;
  if (tmdbId === undefined && id === undefined) return undefined;
  return { type: 'movie', ...defined({ tmdbId, title: title || undefined }), ...sharedFields(candidate) };
}

function toEpisode(candidate: MediaCandidate): Media | undefined {
  const { tmdbId, tvShowId = tmdbId, id, seasonNumber, episodeNumber } = candidate;
  const isNumbered = tvShowId !== undefined && seasonNumber !== undefined && episodeNumber !== undefined;
  if (!isNumbered && id === undefined) return undefined;
  return {
    type: 'episode',
    ...defined({
      tmdbId: tvShowId,
      title: candidate.episodeTitle || undefined,
      seriesTitle: (candidate.seriesTitle ?? candidate.title) || undefined,
    }),
    ...sharedFields(candidate),
  };
}

function sharedFields(candidate: MediaCandidate): Partial<Media> {
  const { id, seasonNumber, episodeNumber, year, posterUrl, url, runtime, matchedBy } = candidate;
  const { originalTitle, originalLanguage, titles, episodeTitles, seasons, popularity } = candidate;
  const { matchConfidence, imdbId } = candidate;
  const known = { originalTitle, originalLanguage, titles, episodeTitles, seasons, popularity };
  const certainty = { matchedBy, matchConfidence, imdbId };
  return defined({ id, seasonNumber, episodeNumber, year, posterUrl, url, runtime, ...certainty, ...known });
}
