import type { Playback } from '../../core/session/playback';
import type { FrameDefinition, PageDefinition } from '../../protocol/definition/definition';
import { pickVideo } from './pick-video';
import { readClock, shortSource } from './read-clock';
import { isLive, readGate, type PlayerGate } from '../reader/read-gate';
import type { PageContext, PlayingMedia, ReadContext } from '../reader/context';
import type { MatchedPage } from '../reader/match-page';
import { readPage, type ConnectorReading } from '../reader/read-page';
import { whenAnswered } from '../reader/when-answered';

/** A page, or a frame with a player, at one moment. */
export type PageObservation = Readonly<{
  video: HTMLVideoElement | undefined;
  /** Absent in a frame, during an advertisement, and if the last reading still holds. */
  reading: ConnectorReading | undefined;
  playback: Playback | undefined;
  /** Why the current playback is not the title itself; `closed`: nothing is watched at this address. */
  gate: PlayerGate | 'closed' | undefined;
}>;

/** Reads everything in order, in the browser and for cases alike: video, values, gates, item, clock. */
export async function observePage(
  matched: MatchedPage | FrameDefinition,
  { isStillRead, ...pageContext }: PageContext,
): Promise<PageObservation> {
  let isRead: boolean | undefined;
  return whenAnswered(pageContext.memory, () => {
    const { page, groups, player = {} }: Partial<MatchedPage> = matched;
    const video = pickVideo(pageContext.document, player);
    const context: ReadContext = { ...pageContext, video, values: { ...groups } };
    const media = video && { duration: video.duration, source: shortSource(video) };
    isRead ??= isStillRead?.(media) ?? false;
    const reading = page && readUnlessKnown(isRead, page, context, media);
    const gate = reading ? reading.gate : readGate(player, context);
    const playback =
      video && gate !== 'closed' ? readClock(video, player, { ...context, isAd: gate === 'ad' }) : undefined;
    return {
      video,
      reading: gate === 'ad' ? undefined : reading,
      playback,
      gate: gate ?? (playback && isLive(playback) ? 'live' : undefined),
    };
  });
}

/** If the last reading still holds, reads only the values, for gates and clock. */
function readUnlessKnown(
  isKnown: boolean,
  page: PageDefinition,
  context: ReadContext,
  media: PlayingMedia | undefined,
): ConnectorReading | undefined {
  const { memory, values } = context;
  if (isKnown) return void Object.assign(values, memory.page);
  memory.page = values;
  return readPage(page, context, media);
}
