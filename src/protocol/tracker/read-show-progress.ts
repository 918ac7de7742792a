import { isRecord } from '../../core/values/is-record';
import type { SeasonLength } from '../../core/media/media';
import { readArray, readNumber } from './read-fields';

/** Most seasons that are read. */
const SEASON_LIMIT = 200;

/**
 * The seasons of one series in `data` of `POST /media/show-progress`, as far as they have been aired.
 * `undefined`: the tracker says nothing about it.
 */
export function readSeasonProgress(data: unknown, tvShowId: number): readonly SeasonLength[] | undefined {
  const progress = isRecord(data) ? data[String(tvShowId)] : undefined;
  const seasons = isRecord(progress) ? readArray(progress['seasons'], []) : undefined;
  return seasons?.slice(0, SEASON_LIMIT).flatMap((one) => {
    const number = isRecord(one) ? readNumber(one, ['seasonNumber'], 0) : undefined;
    const episodes = isRecord(one) ? readNumber(one, ['aired'], 1) : undefined;
    return number === undefined || episodes === undefined ? [] : [{ number, episodes }];
  });
}
