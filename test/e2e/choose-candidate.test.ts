import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startService, type RunningService } from '../../src/service/start-service';
import { signIn } from '../support/browser/drive-extension';
import { launchChromium } from '../support/browser/launch-chromium';
import { startFilmDatabase, type RunningFilmDatabase } from '../support/film-database/start-film-database';
import { readTitles } from '../support/film-database/titles';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { waitFor } from '../support/wait-for';
import {
  addressOf,
  anyLanguageCinema,
  CINEMA_HOST,
  FEATURE_MINUTES,
  type StatedWork,
} from './sites/any-language-cinema';
import { readProgress } from './sites/read-progress';

const SKINS_OF_2011 = 900000031;
const works = {
  first: { lang: 'en', title: 'Skins', line: 'S1 E1' },
  second: { lang: 'en', title: 'Skins', line: 'S1 E2' },
} satisfies Record<string, StatedWork>;

let films: RunningFilmDatabase;
let service: RunningService;
let sites: SiteServer;
let browser: Awaited<ReturnType<typeof launchChromium>>;

beforeAll(async () => {
  films = await startFilmDatabase({ data: seriesOfOneName(), picture: picture() });
  service = await startService({
    dataDir: ':memory:',
    deviceIntervalSeconds: 1,
    tmdbToken: 'test',
    tmdbUrl: films.url,
    pictureUrl: films.pictureUrl,
    log: () => {},
  });
  sites = await startSiteServer({ [CINEMA_HOST]: anyLanguageCinema(works) });
  browser = await launchChromium({ sites, locale: 'en-US' });
  await browser.grantHosts([`https://${CINEMA_HOST}/*`]);
  await signIn(browser, service);
}, 300_000);
afterAll(async () => {
  // Those that were started before the start failed.
  const started = [browser, sites, service, films] as readonly ({ close(): Promise<void> } | undefined)[];
  for (const one of started) await one?.close();
});

/** Both series "Skins" have episodes as long as the film that the pages play. */
function seriesOfOneName() {
  const { works: known, ...data } = readTitles();
  const changed = known.map((work) =>
    work.original_title === 'Skins' ? { ...work, runtime: FEATURE_MINUTES } : work,
  );
  return { ...data, works: changed };
}

function picture() {
  return {
    type: 'image/png',
    bytes: readFileSync(new URL('../../public/icons/icon-128.png', import.meta.url)),
  };
}

test('one click on a candidate in the popup decides for the whole series', async () => {
  const readKey = await service.createKey('pk');
  const progressOf = async (episode: number) =>
    (await readProgress({ service, readKey })).find(({ media }) => media.episodeNumber === episode);
  const first = await browser.context.newPage();
  await first.goto(addressOf('first', works.first));
  const bubble = await browser.openBubble(first);
  await bubble.waitForText('Not sure about this title');
  await bubble.click('.status .button.main');
  const shown = await bubble.waitForText('Your choice applies to the whole series');
  expect(shown).toContain('Several titles fit equally well.');
  expect(shown).toContain('2007 · 45\u00A0min');
  expect(shown).toContain('2011 · 45\u00A0min');
  // The pictures of the film database, by way of the tracker.
  const width = 'Math.min(...[...document.querySelectorAll("img.poster")].map((one) => one.naturalWidth))';
  await waitFor('the posters', async () => (await bubble.evaluate(width)) === 128);
  expect(await progressOf(1)).toBeUndefined();

  await bubble.click('.result-choose');
  const recorded = await waitFor('the first episode', () => progressOf(1));
  expect(recorded.media).toMatchObject({ tvShowId: SKINS_OF_2011, seasonNumber: 1 });
  await bubble.close();
  await first.close();

  const second = await browser.context.newPage();
  await second.goto(addressOf('second', works.second));
  const next = await waitFor('the next episode, without a click', () => progressOf(2));
  expect(next.media).toMatchObject({ tvShowId: SKINS_OF_2011, seasonNumber: 1 });
  await second.close();
});
