import type { PlayerDefinition } from '../../protocol/definition';
import { closest, isVisible, queryAll, shadowRoots } from '../reader/query';

/** Seconds; a video that is shorter is a preview or a loop. */
const MINIMUM_DURATION = 60;

/**
 * The video that plays the title: of the definition's selectors the first that finds a usable one, else any unless `only`. Usable is
 * one that has loaded something long enough, is visible and stands in nothing excluded; of several the playing one,
 * then the largest.
 */
export function pickVideo(document: Document, player: PlayerDefinition = {}): HTMLVideoElement | undefined {
  if (player.inFrame === true) return undefined;
  const roots = player.shadow === true ? [document, ...shadowRoots(document)] : [document];
  for (const selector of [...(player.video ?? []), ...(player.only === true ? [] : ['video'])]) {
    const found = roots.flatMap((root) => queryAll(root, selector)).flatMap(videosIn);
    const [best] = [...new Set(found)]
      .filter((video) => isUsable(video, player))
      .sort((a, b) => rank(b) - rank(a));
    if (best !== undefined) return best;
  }
  return undefined;
}

/** A selector may also name what stands around the video. */
function videosIn(element: Element): HTMLVideoElement[] {
  if (element.localName === 'video') return [element as HTMLVideoElement];
  return [element, element.shadowRoot].flatMap((root) =>
    root === null ? [] : (queryAll(root, 'video') as HTMLVideoElement[]),
  );
}

function isUsable(video: HTMLVideoElement, player: PlayerDefinition): boolean {
  const minimum = player.clock === undefined ? (player.minDuration ?? MINIMUM_DURATION) : 0;
  return (
    video.readyState >= 1 &&
    video.duration >= minimum &&
    !(video.muted && video.loop) &&
    (isVisible(video) || video.ownerDocument.pictureInPictureElement === video) &&
    (player.exclude ?? []).every((selector) => closest(video, selector) === undefined)
  );
}

/** Playing counts for more than any size. */
function rank(video: HTMLVideoElement): number {
  const { width, height } = video.getBoundingClientRect();
  return width * height + (video.paused ? 0 : 1e9);
}
