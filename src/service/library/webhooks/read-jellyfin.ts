import type { Fields } from '../../../protocol/tracker/read-fields';
import { readCount, readId, readLine } from '../imports/import-row';
import type { Notice, PlayedTitle } from './playing';
import { titleOfItem } from './read-emby';
import { fieldsOf, isTrue, readIds, readSeconds } from './read-fields';

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
