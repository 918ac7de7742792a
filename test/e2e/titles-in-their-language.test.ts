import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type RunningService } from '../../src/service/start-service';
import { findFirefox } from '../support/browser/browser-paths';
import { sendMessage, signIn } from '../support/browser/drive-extension';
import { startFilmDatabase, type RunningFilmDatabase } from '../support/film-database/start-film-database';
import { readTitles, type TitleData } from '../support/film-database/titles';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
import { launchJourneyBrowser, type JourneyBrowser, type JourneyEngine } from './journeys/journey-browser';
import {
  addressOf,
  anyLanguageCinema,
  CINEMA_HOST,
  FEATURE_MINUTES,
  type StatedWork,
} from './sites/any-language-cinema';
import { readProgress } from './sites/read-progress';

const SPIRITED_AWAY = 129;
const HOUSE = 1408;
const BREAKING_BAD = 1396;
const SUSPIRIA = [11906, 361292];

const works = {
  german: { lang: 'de-DE', title: 'Dr. House', line: 'S1 E1 · Schmerzensgrenzen' },
  japanese: { lang: 'ja', title: '千と千尋の神隠し' },
  russian: { lang: 'ru', title: 'Во все тяжкие', line: 'S1 E2' },
  // The search answers with The Dark Knight; the film database does not have The Godfather.
  'other-script': { lang: 'ja', title: 'ゴッドファーザー', year: 1972 },
  namesake: { lang: 'en', title: 'Suspiria' },
} satisfies Record<string, StatedWork>;

/**
 * The film database, with films as long as the video that the pages play, both namesakes among them. The
 * episodes are as they are: 44 and 47 minutes.
 */
function featureLength(data: TitleData): TitleData {
  const ids = new Set([SPIRITED_AWAY, ...SUSPIRIA]);
  const works = data.works.map((work) => (ids.has(work.id) ? { ...work, runtime: FEATURE_MINUTES } : work));
  return { ...data, works };
}

describe.each<JourneyEngine>(['chromium', 'firefox'])('in %s', (engine) => {
  describe.skipIf(engine === 'firefox' && findFirefox() === undefined)('a title', () => {
    let films: RunningFilmDatabase;
    let service: RunningService;
    let readKey: string;
    let sites: SiteServer;
    let browser: JourneyBrowser;
    beforeAll(async () => {
      films = await startFilmDatabase({ data: featureLength(readTitles()) });
      service = await startService({
        dataDir: ':memory:',
        deviceIntervalSeconds: 1,
        tmdbToken: 'test',
        tmdbUrl: films.url,
        log: () => {},
      });
      readKey = await service.createKey('pk');
      sites = await startSiteServer({ [CINEMA_HOST]: anyLanguageCinema(works) });
      browser = await launchJourneyBrowser(engine, sites);
      await browser.grantHosts([`https://${CINEMA_HOST}/*`]);
      await signIn(browser, service);
    }, 300_000);
    afterAll(async () => {
      // Those that were started before the start failed.
      const started = [browser, sites, service, films] as readonly ({ close(): Promise<void> } | undefined)[];
      for (const one of started) await one?.close();
    });

    async function watch(name: keyof typeof works) {
      const page = await browser.newPage();
      await page.goto(addressOf(name, works[name]));
      return page;
    }

    test.each([
      ['a German page of an episode', 'german', { tvShowId: HOUSE, seasonNumber: 1, episodeNumber: 1 }],
      ['a Japanese page of a film', 'japanese', { tmdbId: SPIRITED_AWAY }],
      [
        'a Russian page of an episode',
        'russian',
        { tvShowId: BREAKING_BAD, seasonNumber: 1, episodeNumber: 2 },
      ],
    ] as const)('of %s is recorded without a click', async (_about, name, media) => {
      const page = await watch(name);
      const entry = await waitFor('the progress', async () =>
        (await readProgress({ service, readKey })).find((one) => one.media.tmdbId === idOf(media)),
      );
      expect(entry.media).toMatchObject(media);
      await page.close();
    });

    test('in another script than every known name is held', async () => {
      const page = await watch('other-script');
      const { media, confidence } = await heldEntry(works['other-script'].title);
      expect(media?.title).not.toBe(works['other-script'].title);
      expect(confidence).toBeLessThan(0.5);
      await page.close();
    });

    test('that two films bear is held, with both to choose from', async () => {
      const page = await watch('namesake');
      const { media, candidates = [], ambiguous } = await heldEntry(works.namesake.title);
      const shown = [media, ...candidates].slice(0, 2).map((one) => one?.tmdbId ?? 0);
      expect(shown.toSorted((a, b) => a - b)).toEqual(SUSPIRIA);
      expect(ambiguous).toBe(true);
      await page.close();
    });

    async function heldEntry(title: string) {
      return waitFor(`${title} to be held`, async () =>
        (await sendMessage(browser, 'outbox.list', {})).find(
          ({ item, state }) => item.title === title && state === 'review',
        ),
      );
    }
  });
});

function idOf(media: { readonly tmdbId?: number; readonly tvShowId?: number }): number | undefined {
  return media.tvShowId ?? media.tmdbId;
}
