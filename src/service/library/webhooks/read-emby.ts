import type { Fields } from '../../../protocol/tracker/read-fields';
import { readCount, readId, readLine } from '../imports/import-row';
import type { Notice, PlayedTitle } from './playing';
import { fieldsOf, isTrue, readIds, readSeconds } from './read-fields';

const TICKS_PER_SECOND = 10_000_000;

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
export function titleOfItem(item: Fields): PlayedTitle | undefined {
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
