import type { Locator } from 'playwright';
import { FEATURE_DURATION } from '../../support/film/film';
import { waitFor } from '../../support/wait-for';

/** Loads a medium into a player, as the site's own script would, and plays it; resolves when it plays. */
export async function play(
  video: Locator,
  {
    source = '/media/1',
    rate = 16,
    from = 0,
  }: { readonly source?: string; readonly rate?: number; readonly from?: number } = {},
): Promise<void> {
  await video.evaluate(
    async (element, wanted) => {
      const player = element as HTMLVideoElement;
      player.muted = true;
      // A newly loaded source starts at the default rate, not at the one before.
      player.defaultPlaybackRate = wanted.rate;
      player.src = wanted.source;
      player.currentTime = wanted.from;
      await player.play();
      player.playbackRate = wanted.rate;
    },
    { source, rate, from },
  );
}

export function positionOf(video: Locator): Promise<number> {
  return video.evaluate((element) => (element as HTMLVideoElement).currentTime);
}

export async function seek(video: Locator, seconds: number): Promise<void> {
  await video.evaluate((element, to) => {
    (element as HTMLVideoElement).currentTime = to;
  }, seconds);
}

export async function pause(video: Locator): Promise<void> {
  await video.evaluate((element) => (element as HTMLVideoElement).pause());
}

/** Waits until the position has moved by this many seconds. */
export async function watched(video: Locator, seconds: number): Promise<void> {
  const start = await positionOf(video);
  await waitFor(`${seconds} s to play`, async () => (await positionOf(video)) >= start + seconds);
}

/** Plays 60 s, the most evidence that is required, then continues at 88.5 %, shortly before 90 %. */
export async function watchMost(video: Locator): Promise<void> {
  await watched(video, 60);
  await seek(video, FEATURE_DURATION * 0.885);
}
