import { correctedMedia } from '../../core/media/apply-correction';
import { isReadable, type Item } from '../../core/media/item';
import type { Media } from '../../core/media/media';
import { statedMedia } from '../../core/media/stated-media';
import { defined } from '../../core/values/defined';
import { correctionsStore } from '../../platform/storage/stores';
import type { Bodies, Trial } from '../../protocol/workbench';
import { resolveRequest } from '../../tracker/resolve-request';
import { scrobbleInput } from '../../tracker/scrobble-input';
import { cachedMatch, matchKey } from '../account/match-cache';
import type { AppContext } from '../context/context';

/** The part of a trial that the requests are made from. */
interface PlannedReading extends Pick<Trial, 'playback'> {
  readonly reading?: Pick<NonNullable<Trial['reading']>, 'item'> | undefined;
}

/** The requests that a reading would lead to, without any being sent. `undefined` where no item was read. */
export async function planBodies(
  context: AppContext,
  { reading, playback }: PlannedReading,
): Promise<Bodies | undefined> {
  const item = reading?.item as Partial<Item> | undefined;
  if (item === undefined || !isReadable(item)) return undefined;
  const media = await knownMedia(context, item);
  const planned: Media = media ?? {
    type: item.type,
    ...defined({ seasonNumber: item.seasonNumber, episodeNumber: item.episodeNumber }),
  };
  const scrobble =
    playback && scrobbleInput(planned, Math.floor(playback.position), Math.round(playback.duration));
  return {
    resolve: { ...resolveRequest(item) },
    complete: media !== undefined,
    ...defined({ scrobble: scrobble && { ...scrobble } }),
  };
}

/**
 * The media of an item as the resolver would find it without a request: correction, ids of the page, cache.
 */
async function knownMedia(context: AppContext, item: Item): Promise<Media | undefined> {
  return (
    correctedMedia(item, await correctionsStore.get())?.media ??
    statedMedia(item) ??
    (await cachedMatch(context, await matchKey(context, item)))?.media
  );
}
