import type { Playback } from '../../core/session/observation';
import type { FrameDefinition, PageDefinition, PlayerDefinition } from '../../protocol/definition/definition';
import { readClock, shortSource } from './read-clock';
import { isLive, readGate, type PlayerGate } from '../reader/read-source';
import type { PageContext, PlayingMedia, ReadContext } from '../reader/context';
import type { MatchedPage } from '../reader/match-page';
import { readPage, type ConnectorReading } from '../reader/read-page';
import { whenAnswered } from '../reader/memory';
import { shadowRootOf } from '../../platform/browser/shadow-root';
import { areaOf, closest, frameDocument, isVisible, queryAll, shadowRoots } from '../reader/query';

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

/**
 * The video that plays the title: the first usable one found by the definition's selectors, otherwise any
 * video unless `only` is set. A usable video has loaded a medium of sufficient length, is visible, and is in
 * no excluded element. Among several, the playing one is preferred, then the largest.
 */
export function pickVideo(document: Document, player: PlayerDefinition = {}): HTMLVideoElement | undefined {
  if (player.inFrame) return undefined;
  const roots = rootsOf(document, player);
  for (const selector of [...(player.video ?? []), ...(player.only ? [] : ['video'])]) {
    const found = roots.flatMap((root) => queryAll(root, selector)).flatMap(videosIn);
    const usable = [...new Set(found)].filter((video) => isUsable(video, player));
    const [best] = usable.sort((a, b) => rank(b) - rank(a));
    if (best) return best;
  }
  return undefined;
}

/**
 * The document, its separate window (Document Picture-in-Picture), and frames without an address, in which no
 * script of the extension runs.
 */
function rootsOf(document: Document, { shadow }: PlayerDefinition): ParentNode[] {
  const { documentPictureInPicture: inPicture } = (document.defaultView ?? {}) as WithPictureWindow;
  const frames = queryAll(document, 'iframe[srcdoc],iframe:not([src])').map(frameDocument);
  return [document, inPicture?.window?.document, ...frames].flatMap((one) =>
    one ? [one, ...(shadow ? shadowRoots(one) : [])] : [],
  );
}

type WithPictureWindow = Readonly<{
  documentPictureInPicture?: Readonly<{ window: Window | null }>;
}>;

/** A selector can also name an element that contains the video. */
function videosIn(element: Element): HTMLVideoElement[] {
  if (element.localName === 'video') return [element as HTMLVideoElement];
  return [element, shadowRootOf(element)].flatMap((root) =>
    root ? (queryAll(root, 'video') as HTMLVideoElement[]) : [],
  );
}

function isUsable(video: HTMLVideoElement, player: PlayerDefinition): boolean {
  /** Seconds; a shorter video is a preview or a loop. */
  const defaultMinimum = 60;
  const minimum = player.clock ? 0 : (player.minDuration ?? defaultMinimum);
  return (
    video.readyState > 0 &&
    video.duration >= minimum &&
    !(video.muted && video.loop) &&
    (isVisible(video) || video.ownerDocument.pictureInPictureElement === video) &&
    !player.exclude?.some((selector) => closest(video, selector))
  );
}

/** A playing video outranks one of any size. */
function rank(video: HTMLVideoElement): number {
  return areaOf(video) + (video.paused ? 0 : 1e9);
}
