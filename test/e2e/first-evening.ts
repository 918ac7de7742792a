import { createServer, type AddressInfo } from 'node:net';
import type { RunningService } from '../../src/service/start-service';
import { startCinemaService } from '../support/server/start-cinema-service';

/** What the first evening needs in every browser. */
export const show = { id: 200, title: 'Sherlock', seasons: [[[101, 'A Study in Pink']]] } as const;
export const account = { name: 'Ana', password: 'a password of some length' };
/** No test can press the browser's own prompt for access, which is answered beforehand. */
export const PROMPT_CLICKS = 1;

export function startTracker(port: number): Promise<RunningService> {
  return startCinemaService({ port });
}

/** A port on which nothing listens. */
export function freePort(): Promise<number> {
  const server = createServer();
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}

/** As the script of the site would. It runs in the page, so it refers to nothing outside. */
export async function playEpisode(): Promise<void> {
  const player = document.querySelector<HTMLVideoElement>('[data-uia="watch-video"] video');
  if (player === null) throw new Error('the page has no player');
  player.muted = true;
  player.defaultPlaybackRate = 16;
  player.src = '/media/1';
  await player.play();
}
