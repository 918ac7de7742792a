import type { Playback } from '../../core/session/playback';
import type { FrameDefinition } from '../../protocol/definition';
import { pickVideo } from '../player/pick-video';
import { readClock, shortSource } from '../player/read-clock';
import { isLive, readGate, type PlayerGate } from '../player/read-gate';
import type { ReadContext } from './context';
import type { MatchedPage } from './match-page';
import { readPage, type Reading } from './read-page';

/** What one look at a page, or at a frame with a player, finds. */
export interface PageObservation {
  readonly video: HTMLVideoElement | undefined;
  /** None in a frame, and none while an advertisement plays. */
  readonly reading: Reading | undefined;
  readonly playback: Playback | undefined;
  /** Why what plays is not the title itself; `closed`: nothing is being watched here. */
  readonly gate: PlayerGate | 'closed' | undefined;
}

/** The whole order of reading, for the browser and for the cases alike: video, values, gates, item, clock. */
export async function observePage(
  matched: MatchedPage | FrameDefinition,
  world: Omit<ReadContext, 'values' | 'video'>,
): Promise<PageObservation> {
  const page = 'page' in matched ? matched.page : undefined;
  const player = matched.player ?? {};
  const video = pickVideo(world.document, player);
  const context: ReadContext = { ...world, video, values: 'page' in matched ? { ...matched.groups } : {} };
  const reading =
    page &&
    (await readPage(page, context, video && { duration: video.duration, source: shortSource(video) }));
  const gate = reading === undefined ? await readGate(player, context) : reading.gate;
  const playback = video && gate !== 'closed' ? await readClock(video, player, context) : undefined;
  return {
    video,
    reading: gate === 'ad' ? undefined : reading,
    playback,
    gate: gate ?? (playback !== undefined && isLive(playback) ? 'live' : undefined),
  };
}
