import { withProof } from '../../src/protocol/definition/check-imported';
import type { Page } from 'playwright';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { progressPageSchema, type PlaybackRecord } from '../../src/protocol/tracker/history';
import { sendMessage } from '../support/browser/drive-extension';
import { readHistory, startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';
import {
  playerDefinition,
  playerHost,
  playerPages,
  players,
  tmdbOf,
  type Player,
} from './players/player-pages';

let stage: Stage;

beforeAll(async () => {
  stage = await startStage({ sites: { [playerHost]: playerPages } });
  await sendMessage(stage.chromium, 'connectors.save', { definition: withProof(playerDefinition) });
  await stage.chromium.grantHosts([`https://${playerHost}/*`]);
  await sendMessage(stage.chromium, 'sites.refresh', {});
});
afterAll(() => stage.close());

// In parallel tabs, because each test mostly waits.
test.concurrent.each(players.map((player) => [player] as const))(
  '%s, which uses Media Source Extensions, is recorded: the position of a pause, then as watched once',
  async (player) => {
    const page = await open(player);
    await play(page, 4);
    await waitFor('some of the film', () =>
      page.evaluate(() => (window as unknown as PlayerWindow).stage.video().currentTime > 20),
    );
    const paused = await page.evaluate(() => {
      (window as unknown as PlayerWindow).stage.video().pause();
      return (window as unknown as PlayerWindow).stage.video().currentTime;
    });
    const stored = await waitFor('the place of the pause', async () => {
      const place = await placeOf(tmdbOf(player));
      return place !== undefined && Math.abs(place.progress - paused) <= 1.5 && place;
    });
    expect(stored).toMatchObject({
      duration: 60,
      watched: false,
      media: { type: 'movie', tmdbId: tmdbOf(player) },
    });

    await page.evaluate(() => ((window as unknown as PlayerWindow).stage.video().currentTime = 46));
    await play(page, 8);
    await waitFor('the end', () =>
      page.evaluate(() => (window as unknown as PlayerWindow).stage.video().ended),
    );
    const entries = async () =>
      (await readHistory(stage)).filter(({ media }) => media.tmdbId === tmdbOf(player));
    await waitFor('the film in the history', async () => (await entries()).length > 0);
    await page.close();
    await waitFor(
      'the end of the session',
      async () => (await sendMessage(stage.chromium, 'outbox.list', {})).length === 0,
    );
    expect(await entries()).toHaveLength(1);
  },
);

/** Seconds of the film. A busy browser says late that the title has changed; the second title has played 0 s then. */
const LATE = 6;

test('a title that replaces another in the same player does not change its position', async () => {
  const page = await open('hls.js');
  await page.evaluate(() => (document.title = 'Evening'));
  await page.evaluate(() => (window as unknown as PlayerWindow).stage.next('The first of two', 500_101));
  await play(page, 2);
  await waitFor('some of the first', () =>
    page.evaluate(() => (window as unknown as PlayerWindow).stage.video().currentTime > 24),
  );
  const left = await page.evaluate(() =>
    (window as unknown as PlayerWindow).stage.next('The second of two', 500_102),
  );
  const stored = await waitFor('the place of the first', async () => {
    const place = await placeOf(500_101);
    return place !== undefined && place.progress > left - LATE && place;
  });
  expect(stored.progress).toBeLessThan(left + LATE);
  expect(stored.watched).toBe(false);
  await page.close();
});

async function open(player: Player): Promise<Page> {
  const page = await stage.chromium.context.newPage();
  await page.goto(`https://${playerHost}/watch/${player}`);
  await waitFor(`${player} to load the film`, () =>
    page.evaluate(() => (window as unknown as PlayerWindow).stage.video().readyState >= 2),
  );
  expect(await page.evaluate(() => (window as unknown as PlayerWindow).stage.video().currentSrc)).toMatch(
    /^blob:/,
  );
  return page;
}

/** Sets the playback rate, and sets it again when a new source starts at normal speed. */
async function play(page: Page, rate: number): Promise<void> {
  await page.evaluate(async (speed) => {
    const video = (window as unknown as PlayerWindow).stage.video();
    video.defaultPlaybackRate = speed;
    video.playbackRate = speed;
    await video.play().catch(() => undefined);
  }, rate);
  await waitFor('the film to play', () =>
    page.evaluate(async () => {
      if ((window as unknown as PlayerWindow).stage.video().paused)
        await (window as unknown as PlayerWindow).stage
          .video()
          .play()
          .catch(() => undefined);
      return (
        !(window as unknown as PlayerWindow).stage.video().paused &&
        (window as unknown as PlayerWindow).stage.video().readyState >= 3
      );
    }),
  );
}

async function placeOf(tmdbId: number): Promise<PlaybackRecord | undefined> {
  const answer = await fetch(`${stage.service.baseUrl}/matinee/progress?limit=100`, {
    headers: { 'x-api-key': stage.readKey },
  });
  const { data } = z.object({ data: progressPageSchema }).parse(await answer.json());
  return data.items.find(({ media }) => media.tmdbId === tmdbId);
}

interface PlayerWindow {
  readonly stage: {
    readonly video: () => HTMLVideoElement;
    readonly next: (title: string, tmdb: number) => number;
  };
}
