import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import { readNumber, readRecord, readText, readTitle, type Fields } from './read-fields';
import { readDetails, readTmdbId } from './read-media-fields';
import { readNames, readSeasons } from './read-names';
import type { MediaCandidate } from './resolve';

const SEASON_NAMES = ['seasonNumber', 'season_number', 'season'];
const EPISODE_NAMES = ['episodeNumber', 'episode_number', 'number', 'episode'];

/**
 * An episode, whose response is flat or nests the series, the episode, or both. `undefined`: it has neither
 * its own id nor series, season and number.
 */
export function readEpisode(hit: Fields): MediaCandidate | undefined {
  const series = readRecord(hit, ['show', 'series', 'tvShow', 'tv_show']);
  const episode = isRecord(hit['episode']) ? hit['episode'] : hit;
  const tvShowId = readSeriesId(hit, series);
  const id = readNumber(episode, ['id', 'episodeId', 'episode_id'], 1);
  const seasonNumber = readNumber(episode, SEASON_NAMES, 0) ?? readNumber(hit, SEASON_NAMES, 0);
  const episodeNumber = readNumber(episode, EPISODE_NAMES, 1);
  const isNumbered = tvShowId !== undefined && seasonNumber !== undefined && episodeNumber !== undefined;
  if (!isNumbered && id === undefined) return undefined;
  return defined({
    type: 'episode',
    tmdbId: tvShowId,
    tvShowId,
    id,
    seasonNumber,
    episodeNumber,
    ...readTitles(hit, series, episode),
    ...readDetails(hit, series ?? hit),
    episodeTitles: readNames(hit['episodeTitles']),
    seasons: readSeasons((series ?? hit)['seasons']),
  });
}

/** An id beside a nested series belongs to the episode, so it is used only for a flat response. */
function readSeriesId(hit: Fields, series: Fields | undefined): number | undefined {
  const ownId = readNumber(hit, ['tvShowId', 'tv_show_id', 'showId', 'show_id', 'seriesId'], 1);
  if (ownId !== undefined) return ownId;
  return series === undefined ? readTmdbId(hit) : (readTmdbId(series) ?? readNumber(series, ['id'], 1));
}

function readTitles(hit: Fields, series: Fields | undefined, episode: Fields) {
  const seriesTitle =
    (series && readTitle(series)) ??
    readText(hit, ['seriesTitle', 'series_title', 'showTitle', 'show_title', 'showName']);
  const ownTitle = readTitle(episode);
  return {
    title: seriesTitle ?? ownTitle ?? '',
    seriesTitle,
    // In a flat response `title` may be the title of the series.
    episodeTitle:
      readText(hit, ['episodeTitle', 'episode_title']) ?? (ownTitle === seriesTitle ? undefined : ownTitle),
  };
}
