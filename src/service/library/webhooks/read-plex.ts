import type { Fields } from '../../../protocol/tracker/read-fields';
import { readCount, readId, readLine } from '../imports/import-row';
import {
  type Notice,
  type PlayedTitle,
  type RatedSeries,
  fieldsOf,
  readIds,
  readNumber,
  readSeconds,
} from './playing';

const MILLISECONDS = 1000;

/**
 * An event of Tautulli, which monitors Plex: a title has reached the share that Tautulli counts as played.
 */
const WATCHED = 'media.watched';

const EVENTS = new Set([
  'media.play',
  'media.resume',
  'media.pause',
  'media.stop',
  'media.scrobble',
  WATCHED,
]);

/**
 * Plex's webhooks, in the field `payload` of a form: https://support.plex.tv/articles/115002267687-webhooks/.
 * `media.scrobble`: played past 90 %. `user`: false if another account plays than the one of the webhook.
 */
export function readPlex(content: unknown): Notice {
  const fields = fieldsOf(content);
  const event = fields['event'];
  if (typeof event !== 'string') return undefined;
  const item = fieldsOf(fields['Metadata']);
  const by = {
    account: readLine(fieldsOf(fields['Account'])['title']),
    isOfAnother: fields['user'] === false,
  };
  if (event === 'media.rate') return readRating(readNumber(fields['rating'] ?? item['userRating']), item, by);
  const title = EVENTS.has(event) ? titleOf(item) : undefined;
  if (title === undefined) return 'other';
  return {
    title,
    ...by,
    progress: readSeconds(item['viewOffset'], MILLISECONDS),
    duration: readSeconds(item['duration'], MILLISECONDS),
    isPlayed: event === 'media.scrobble' || event === WATCHED,
    isBegun: event === 'media.play',
  };
}

function readRating(
  rating: number | undefined,
  item: Fields,
  by: Pick<RatedSeries, 'account' | 'isOfAnother'>,
): Notice {
  if (rating === undefined) return 'other';
  const whole = seriesOf(item);
  if (whole !== undefined) return { ...whole, ...by, rating };
  const title = titleOf(item);
  if (title === undefined) return 'other';
  return { title, ...by, duration: readSeconds(item['duration'], MILLISECONDS), rating };
}

function titleOf(item: Fields): PlayedTitle | undefined {
  // Leaves out live television and extras, such as trailers.
  if (readNumber(item['live']) === 1 || item['librarySectionType'] === 'livetv') return undefined;
  if (item['extraType'] !== undefined || item['subtype'] !== undefined) return undefined;
  const ids = idsOf(item['Guid']);
  const old = oldIdOf(item['guid']);
  if (item['type'] === 'movie')
    return {
      type: 'movie',
      ids: readIds({ ...old, ...ids }),
      title: readLine(item['title']),
      year: readCount(item['year']),
    };
  if (item['type'] !== 'episode') return undefined;
  return {
    type: 'episode',
    ids: readIds(ids),
    seriesIds: readIds(old),
    title: readLine(item['grandparentTitle']),
    episodeTitle: readLine(item['title']),
    seasonNumber: readCount(item['parentIndex']),
    episodeNumber: readId(item['index']),
  };
}

/**
 * A rated series or season. The ids in `Guid` of a season are its own, so they do not identify the series.
 */
function seriesOf(item: Fields): Pick<RatedSeries, 'level' | 'title'> | undefined {
  const old = oldIdOf(item['guid']);
  const first = { type: 'episode', ids: {}, episodeNumber: 1 } as const;
  if (item['type'] === 'show') {
    const seriesIds = readIds({ ...old, ...idsOf(item['Guid']) });
    const title = readLine(item['title']);
    return { level: 'show', title: { ...first, seriesIds, title, seasonNumber: 1 } };
  }
  const seasonNumber = readCount(item['index']);
  if (item['type'] !== 'season' || seasonNumber === undefined) return undefined;
  const title = readLine(item['parentTitle']);
  return { level: 'season', title: { ...first, seriesIds: readIds(old), title, seasonNumber } };
}

/** The ids in `Guid`: `[{"id": "imdb://tt1254207"}, {"id": "tmdb://10378"}, {"id": "tvdb://…"}]`. */
function idsOf(guids: unknown): Fields {
  const known = (Array.isArray(guids) ? guids : []).flatMap((guid: unknown) => {
    const id = fieldsOf(guid)['id'];
    const [, source, value] = (typeof id === 'string' && /^([a-z]+):\/\/(\w+)$/.exec(id)) || [];
    return source === undefined ? [] : [[source, value] as const];
  });
  return Object.fromEntries(known);
}

/** Names of the sources in `guid`, for libraries that were made before 2020: they have no `Guid`. */
const OLD_SOURCES = new Map([
  ['imdb', 'imdb'],
  ['themoviedb', 'tmdb'],
  ['thetvdb', 'tvdb'],
]);

/** The id in an old `guid`, of a film or a series: `com.plexapp.agents.thetvdb://81189/1/2?lang=en`. */
function oldIdOf(guid: unknown): Fields {
  const [, agent = '', id] =
    (typeof guid === 'string' && /^com\.plexapp\.agents\.([a-z]+):\/\/(\w+)(?:[/?]|$)/.exec(guid)) || [];
  const source = OLD_SOURCES.get(agent);
  return source === undefined ? {} : { [source]: id };
}
