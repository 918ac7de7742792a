import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { z } from 'zod';
import type { MediaIds } from '../../src/core/library/media-key';
import { LIBRARY_URL } from '../../src/core/settings/base-url';
import type { Mark } from '../../src/protocol/tracker/media-requests';
import type { RunningService } from '../../src/service/start-service';
import { findFirefox } from '../support/browser/browser-paths';
import { readStorage, sendMessage, signIn } from '../support/browser/drive-extension';
import { startFaultProxy, type FaultProxy } from '../support/server/fault-proxy';
import { startCinemaService } from '../support/server/start-cinema-service';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
import { launchJourneyBrowser, type JourneyBrowser, type JourneyEngine } from './journeys/journey-browser';

/*
 * “Move my history” with 360 viewings, and a browser that is killed in the middle: after the tracker has taken
 * the file, while it stores, and while places are told. Each answer is held back, so that the moment is one of
 * what has happened and not of a time.
 */

const engines: readonly JourneyEngine[] = ['chromium', 'firefox'];
const kinds = { movie: 'movie', episode: 'episode' } as const;
/** The first viewing of the person. */
const BEGAN = Date.UTC(2025, 0, 1);
const HOUR = 3_600_000;
/** Longer than a test: an answer that does not come. */
const NEVER = 3_600_000;

describe.each(engines)('in %s', (engine) => {
  describe.skipIf(engine === 'firefox' && findFirefox() === undefined)('a move', () => {
    let service: RunningService;
    let proxy: FaultProxy;
    let sites: SiteServer;
    let profile: string;
    let browser: JourneyBrowser;
    let readKey: string;

    beforeAll(async () => {
      service = await startCinemaService();
      readKey = await service.createKey('pk');
      proxy = await startFaultProxy({ port: Number(new URL(service.url).port) });
      sites = await startSiteServer({});
      profile = await mkdtemp(join(tmpdir(), 'matinee-move-'));
      browser = await launchJourneyBrowser(engine, sites, { profile });
    });
    afterAll(async () => {
      await browser.close();
      await sites.close();
      await proxy.close();
      await service.close();
      await rm(profile, { recursive: true, force: true, maxRetries: 5 });
    });

    test('that was cut off three times brings the same, once', { timeout: 300_000 }, async () => {
      await keepHere();
      // The places first: seconds lie between them and what the tracker is told of the same titles.
      for (const body of places)
        await sendMessage(browser, 'tracker.page', { path: '/scrobble', page: 1, body });
      for (const { watchedAt, ...media } of viewings) await mark(media, watchedAtThen(watchedAt));
      for (const { rating, ...media } of ratings) await mark(media, { kind: 'rating', rating });
      await mark(film, { kind: 'watchlist', on: true });
      await mark({ ...first, tmdbId: 1396 }, { kind: 'favorite', on: true });

      const leftAt = Date.now();
      // The tracker has seen more of one title since, and less of another one before.
      await scrobble({ ...goesOnThere, progress: 2000 });
      await scrobble({ ...wentOnHere, progress: 100, age: 3600 });
      await atTracker();
      await cutOff(/\/matinee\/imports$/, async () => (await imports()).length > 0);
      expect(await watchedKeys()).toEqual([]);
      await cutOff(/\/imports\/[^/]+\/store$/, async () => (await watchedKeys()).length > 0);

      // What is watched before the person comes back to it belongs to the move as well.
      await keepHere();
      await mark(film, watchedAtThen(later.watchedAt));
      await atTracker();
      await cutOff(/\/scrobble$/, async () => (await watchedKeys()).length > viewings.length);
      for (const added of ['Added: 1.', 'Added: 0.']) {
        await move(added);
        await expectAll(leftAt);
      }
    });

    async function keepHere(): Promise<void> {
      await sendMessage(browser, 'settings.set', { baseUrl: LIBRARY_URL });
      await sendMessage(browser, 'account.sign-in', {});
      await waitFor('the history in this browser', async () => {
        await sendMessage(browser, 'account.poll', {});
        return (await account()).state === 'signed-in';
      });
    }

    const account = async () => (await readStorage(browser, 'local', 'account')) as { state?: string };

    const atTracker = () => signIn(browser, { ...service, baseUrl: `${proxy.url}/api/v1` });

    /** As the popup does it: the tracker is the history in this browser. */
    const mark = (media: MediaIds, as: Mark) => sendMessage(browser, 'tracker.mark', { media, mark: as });

    async function pressMove() {
      const page = await browser.openPage('src/options/index.html#/history');
      await page.press('Move my history');
      return page;
    }

    /** Moves, and kills the browser once the tracker has done what follows from this request. */
    async function cutOff(request: RegExp, isDone: () => Promise<boolean>): Promise<void> {
      let isHeld = false;
      proxy.setFaults((path) => {
        isHeld ||= request.test(path);
        proxy.setDelay(isHeld ? NEVER : 0);
        return undefined;
      });
      await pressMove();
      await waitFor(`what follows from ${String(request)}`, async () => isHeld && (await isDone()));
      await browser.kill();
      proxy.setFaults(() => undefined);
      proxy.setDelay(0);
      browser = await launchJourneyBrowser(engine, sites, { profile });
      await waitFor('the sign-in after the crash', async () => (await account()).state === 'signed-in');
    }

    async function move(told: string): Promise<void> {
      const page = await pressMove();
      await page.waitForText(told);
      await page.close();
    }

    async function expectAll(leftAt: number): Promise<void> {
      const kept = await everything();
      expect(keysOf(kept.history)).toEqual([...viewings, later].map(keyOf).toSorted());
      expect(kept.ratings.map(({ media, rating }) => `${keyOf(media)} ${rating}`).toSorted()).toEqual(
        ratings.map((one) => `${keyOf(one)} ${one.rating}`).toSorted(),
      );
      expect(kept.progress.map(({ media, progress }) => `${keyOf(media)} ${progress}`).toSorted()).toEqual(
        places.map((one) => `${keyOf(one)} ${one === goesOnThere ? 2000 : one.progress}`).toSorted(),
      );
      const moved = kept.progress.filter(({ progress }) => progress !== 2000);
      expect(moved.filter(({ updatedAt }) => Date.parse(updatedAt) > leftAt)).toEqual([]);
      expect(kept.watchlist.map(({ media }) => media)).toEqual(['movie:603']);
      expect(kept.favorites.map(({ media }) => media)).toEqual(['show:1396']);
    }

    const watchedKeys = async () => keysOf((await everything()).history);

    async function everything() {
      const answer = await fetch(`${service.baseUrl}/matinee/export`, { headers: { 'x-api-key': readKey } });
      return exportSchema.parse(await answer.json());
    }

    async function scrobble(body: object): Promise<void> {
      const key = await service.createKey('sk');
      const headers = { 'x-api-key': key, 'content-type': 'application/json' };
      const told = { method: 'POST', headers, body: JSON.stringify(body) };
      expect((await fetch(`${service.baseUrl}/scrobble`, told)).status).toBe(200);
    }

    async function imports(): Promise<unknown[]> {
      const answer = await fetch(`${service.baseUrl}/matinee/imports`, { headers: { 'x-api-key': readKey } });
      return z.object({ data: z.object({ items: z.array(z.unknown()) }) }).parse(await answer.json()).data
        .items;
    }
  });
});

const viewings = Array.from({ length: 360 }, (_, index) => ({
  type: kinds.episode,
  tmdbId: 1000 + (index % 6),
  seasonNumber: 1 + Math.floor(index / 60),
  episodeNumber: 1 + Math.floor((index % 60) / 6),
  watchedAt: new Date(BEGAN + index * 9 * HOUR).toISOString(),
}));
const first = { type: kinds.episode, tmdbId: 1000, seasonNumber: 1, episodeNumber: 1 };
const film = { type: kinds.movie, tmdbId: 603 };
const later = { ...film, watchedAt: new Date(BEGAN + 9000 * HOUR).toISOString() };
const ratings = viewings.slice(0, 30).map(({ type, tmdbId, seasonNumber, episodeNumber }, index) => ({
  type,
  tmdbId,
  seasonNumber,
  episodeNumber,
  rating: 1 + (index % 10),
}));
const place = (episodeNumber: number) => ({
  type: kinds.episode,
  tmdbId: 2000,
  seasonNumber: 1,
  episodeNumber,
  progress: 600 * episodeNumber,
  duration: 3000,
});
const goesOnThere = place(2);
const wentOnHere = place(3);
const places = [place(1), goesOnThere, wentOnHere];

function watchedAtThen(watchedAt: string): Mark {
  return { kind: 'watched', plays: 1, watchedAt };
}

const idsSchema = z.object({
  type: z.string(),
  tmdbId: z.number(),
  seasonNumber: z.number().optional(),
  episodeNumber: z.number().optional(),
});
const exportSchema = z.object({
  history: z.array(z.object({ media: idsSchema, watchedAt: z.string() })),
  ratings: z.array(z.object({ media: idsSchema, rating: z.number() })),
  progress: z.array(z.object({ media: idsSchema, progress: z.number(), updatedAt: z.string() })),
  watchlist: z.array(z.object({ media: z.string() })),
  favorites: z.array(z.object({ media: z.string() })),
});

function keyOf(one: z.infer<typeof idsSchema> & { readonly watchedAt?: string }): string {
  const { type, tmdbId, seasonNumber, episodeNumber, watchedAt = '' } = one;
  return [type, tmdbId, seasonNumber ?? '', episodeNumber ?? '', watchedAt].join(' ');
}

function keysOf(history: z.infer<typeof exportSchema>['history']): string[] {
  return history.map(({ media, watchedAt }) => keyOf({ ...media, watchedAt })).toSorted();
}
