import type { Fields } from '../../../protocol/tracker/read-fields';
import { readCount, readId, readLine } from '../imports/import-row';
import { type Notice, type PlayedTitle, fieldsOf, isTrue, readIds, readSeconds, readNumber } from './playing';

const TICKS_PER_SECOND = 10_000_000;

/**
 * Jellyfin's plugin Webhook, a "generic destination" with "send all properties":
 * https://github.com/jellyfin/jellyfin-plugin-webhook, "Variables".
 */
export function readJellyfin(content: unknown): Notice {
  const fields = fieldsOf(content);
  const event = fields['NotificationType'];
  if (typeof event !== 'string') return readWebhooksPlugin(fields);
  const isMarked =
    event === 'UserDataSaved' && fields['SaveReason'] === 'TogglePlayed' && isTrue(fields['Played']);
  const title = event.startsWith('Playback') || isMarked ? titleOf(fields) : undefined;
  if (title === undefined) return 'other';
  return {
    title,
    account: readLine(fields['NotificationUsername']),
    progress: readSeconds(fields['PlaybackPositionTicks'], TICKS_PER_SECOND),
    duration: readSeconds(fields['RunTimeTicks'], TICKS_PER_SECOND),
    isPlayed: isMarked || (event === 'PlaybackStop' && isTrue(fields['PlayedToCompletion'])),
    isBegun: event === 'PlaybackStart',
    isMarked,
  };
}

const PLAYBACK = new Set(['Play', 'Pause', 'Resume', 'Stop', 'Progress', 'Scrobble', 'MarkPlayed']);

/** The other plugin, Webhooks, in its own format: https://github.com/shemanaev/jellyfin-plugin-webhooks. */
function readWebhooksPlugin(fields: Fields): Notice {
  const event = fields['Event'];
  if (typeof event !== 'string') return undefined;
  const item = fieldsOf(fields['Item']);
  const title = PLAYBACK.has(event) ? titleOfItem(item) : undefined;
  if (title === undefined) return 'other';
  const session = fieldsOf(fieldsOf(fields['Session'])['PlayState']);
  const position = session['PositionTicks'] ?? fieldsOf(item['UserData'])['PlaybackPositionTicks'];
  return {
    title: { ...title, seriesIds: readIds(fieldsOf(fields['Series'])['ProviderIds']) },
    account: readLine(fieldsOf(fields['User'])['Name']),
    progress: readSeconds(position, TICKS_PER_SECOND),
    duration: readSeconds(item['RunTimeTicks'], TICKS_PER_SECOND),
    isPlayed: event === 'Scrobble' || event === 'MarkPlayed',
    isBegun: event === 'Play',
    isMarked: event === 'MarkPlayed',
  };
}

function titleOf(fields: Fields): PlayedTitle | undefined {
  const ids = readIds({
    tmdb: fields['Provider_tmdb'],
    imdb: fields['Provider_imdb'],
    tvdb: fields['Provider_tvdb'],
  });
  if (fields['ItemType'] === 'Movie')
    return { type: 'movie', ids, title: readLine(fields['Name']), year: readCount(fields['Year']) };
  if (fields['ItemType'] !== 'Episode') return undefined;
  return {
    type: 'episode',
    ids,
    title: readLine(fields['SeriesName']),
    episodeTitle: readLine(fields['Name']),
    seasonNumber: readCount(fields['SeasonNumber']),
    episodeNumber: readId(fields['EpisodeNumber']),
    lastEpisodeNumber: readId(fields['EpisodeNumberEnd']),
  };
}

/**
 * Emby's notifications of the kind Webhooks, as JSON or in the field `data` of a form:
 * https://emby.media/support/articles/Notifications.html. The fields of an item and the ticks are those of
 * https://dev.emby.media/doc/restapi/Playback-Check-ins.html.
 */
export function readEmby(content: unknown): Notice {
  const fields = fieldsOf(content);
  const event = fields['Event'];
  if (typeof event !== 'string') return undefined;
  const item = fieldsOf(fields['Item']);
  const isMarked = event === 'item.markplayed';
  const title = event.startsWith('playback.') || isMarked ? titleOfItem(item) : undefined;
  if (title === undefined) return 'other';
  const playback = fieldsOf(fields['PlaybackInfo']);
  const session = fieldsOf(fieldsOf(fields['Session'])['PlayState']);
  return {
    title,
    account: readLine(fieldsOf(fields['User'])['Name']),
    progress: readSeconds(playback['PositionTicks'] ?? session['PositionTicks'], TICKS_PER_SECOND),
    duration: readSeconds(item['RunTimeTicks'], TICKS_PER_SECOND),
    isPlayed: isMarked || (event === 'playback.stop' && isTrue(playback['PlayedToCompletion'])),
    isBegun: event === 'playback.start',
    isMarked,
  };
}

/** An item as Emby and Jellyfin describe it in their interfaces. */
function titleOfItem(item: Fields): PlayedTitle | undefined {
  const ids = readIds(item['ProviderIds']);
  if (item['Type'] === 'Movie')
    return { type: 'movie', ids, title: readLine(item['Name']), year: readCount(item['ProductionYear']) };
  if (item['Type'] !== 'Episode') return undefined;
  return {
    type: 'episode',
    ids,
    title: readLine(item['SeriesName']),
    episodeTitle: readLine(item['Name']),
    seasonNumber: readCount(item['ParentIndexNumber']),
    episodeNumber: readId(item['IndexNumber']),
    lastEpisodeNumber: readId(item['IndexNumberEnd']),
  };
}

/**
 * A notification of Kodi's JSON-RPC interface (`Player.OnPlay`, `Player.OnStop` …):
 * https://kodi.wiki/view/JSON-RPC_API/v13. `item` and `player` contain the answers of `Player.GetItem` and
 * `Player.GetProperties`. Kodi itself sends nothing over HTTP; the add-on in `deploy/kodi` does.
 */
export function readKodi(content: unknown): Notice {
  const fields = fieldsOf(content);
  const event = fields['method'];
  if (typeof event !== 'string' || !/^[A-Z]\w*\.\w+$/.test(event)) return undefined;
  const data = fieldsOf(fieldsOf(fields['params'])['data']);
  const title = event.startsWith('Player.') ? titleOfKodi(fieldsOf(data['item'])) : undefined;
  if (title === undefined) return 'other';
  const player = fieldsOf(data['player']);
  return {
    title,
    account: readLine(fieldsOf(fields['params'])['profile']),
    progress: readTime(player['time']),
    duration: readTime(player['totaltime']),
    isPlayed: event === 'Player.OnStop' && isTrue(data['end']),
    isBegun: event === 'Player.OnPlay' || event === 'Player.OnAVStart',
  };
}

function titleOfKodi(item: Fields): PlayedTitle | undefined {
  const ids = readIds(item['uniqueid']);
  if (item['type'] === 'movie')
    return { type: 'movie', ids, title: readLine(item['title']), year: readCount(item['year']) };
  const hasPlace = readLine(item['showtitle']) !== undefined && readId(item['episode']) !== undefined;
  // A stream of an add-on has no type. A film without its year could be another one of the same name.
  if (item['type'] === 'unknown' && !hasPlace) {
    const [title, year] = [readLine(item['title']), readId(item['year'])];
    return title === undefined || year === undefined ? undefined : { type: 'movie', ids, title, year };
  }
  if (item['type'] !== 'episode' && item['type'] !== 'unknown') return undefined;
  return {
    type: 'episode',
    ids,
    seriesIds: readIds(fieldsOf(item['tvshow'])['uniqueid']),
    title: readLine(item['showtitle']),
    episodeTitle: readLine(item['title']),
    seasonNumber: readCount(item['season']),
    episodeNumber: readId(item['episode']),
  };
}

/** `{"hours": 1, "minutes": 2, "seconds": 3, "milliseconds": 4}` in whole seconds. */
function readTime(value: unknown): number | undefined {
  const { hours, minutes, seconds } = fieldsOf(value);
  const parts = [hours, minutes, seconds].map(readNumber);
  const [h, m, s] = parts;
  return h === undefined || m === undefined || s === undefined
    ? undefined
    : Math.round(h * 3600 + m * 60 + s);
}
