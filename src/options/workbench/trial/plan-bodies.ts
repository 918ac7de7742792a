import { isReadable, type Item } from '../../../core/media/item';
import type { Media } from '../../../core/media/media';
import { defined } from '../../../core/values/defined';
import type { Trial } from '../../../protocol/workbench';
import { resolveRequest } from '../../../protocol/tracker/resolve-request';
import { scrobbleInput } from '../../../protocol/tracker/scrobble-input';

/** The request bodies that a reading would lead to. */
export type Bodies = Readonly<{
  resolve: Readonly<Record<string, unknown>>;
  scrobble?: Readonly<Record<string, unknown>>;
  /** Whether `scrobble` has its ids: those of the media to which the item was matched. */
  complete: boolean;
}>;

/**
 * The requests that a reading would lead to, without any being sent. `undefined` where no item was read.
 * `media`: what the item was matched to.
 */
export function planBodies(
  { reading, playback }: Pick<Trial, 'reading' | 'playback'>,
  media: Media | undefined,
): Bodies | undefined {
  const item = reading?.item as Partial<Item> | undefined;
  if (item === undefined || !isReadable(item)) return undefined;
  const { type, seasonNumber, episodeNumber } = item;
  const planned: Media = media ?? { type, ...defined({ seasonNumber, episodeNumber }) };
  const scrobble =
    playback && scrobbleInput(planned, Math.floor(playback.position), Math.round(playback.duration));
  return {
    resolve: { ...resolveRequest(item) },
    complete: media !== undefined,
    ...defined({ scrobble: scrobble && { ...scrobble } }),
  };
}
