import type { Fields } from '../../../protocol/tracker/read-fields';
import { readCount, readId, readLine } from '../imports/import-row';
import type { Notice, PlayedTitle } from './playing';
import { fieldsOf, isTrue, readIds, readNumber } from './read-fields';

/**
 * A notification of Kodi (`Player.OnPlay`, `Player.OnStop` …) as its interface describes it, with what
 * `Player.GetItem` and `Player.GetProperties` answer in `item` and `player`:
 * https://kodi.wiki/view/JSON-RPC_API/v13. Kodi sends none
 * over HTTP by itself; the add-on in `deploy/kodi` does.
 */
export function readKodi(content: unknown): Notice {
  const fields = fieldsOf(content);
  const event = fields['method'];
  if (typeof event !== 'string' || !/^[A-Z]\w*\.\w+$/.test(event)) return undefined;
  const data = fieldsOf(fieldsOf(fields['params'])['data']);
  const title = event.startsWith('Player.') ? titleOf(fieldsOf(data['item'])) : undefined;
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

function titleOf(item: Fields): PlayedTitle | undefined {
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
