import type { Page } from 'playwright';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Correction } from '../../src/core/media/correction';
import { readDashboard } from '../../src/protocol/tracker/read-dashboard';
import { createCinema } from '../demo/cinema';
import { readStorage, sendMessage, tabViews } from '../support/browser/drive-extension';
import { filmResponse } from '../support/film/film';
import { readHistory, startStage, type Stage } from '../support/server/start-stage';
import { waitFor } from '../support/wait-for';

const host = 'cinema.matinee.test';
let stage: Stage;

beforeAll(async () => {
  const cinema = createCinema();
  stage = await startStage({
    sites: {
      // The tracker knows no length of these titles: what lasts a minute may be their trailer, so each is held for
      // review.
      [host]: (request) => {
        const { pathname } = new URL(request.url);
        if (pathname === '/film.webm') return filmResponse(request);
        const title = unsure[pathname];
        return title === undefined
          ? cinema.fetch(request)
          : new Response(pageOf(title), { headers: { 'content-type': 'text/html' } });
      },
    },
    grant: [`https://${host}/*`],
  });
});
afterAll(() => stage.close());

const unsure: Readonly<Record<string, readonly [string, number]>> = {
  '/cinema/film/one': ['Nosferatu', 1922],
  '/cinema/film/two': ['Metropolis', 1927],
  '/cinema/film/three': ['The Kid', 1921],
};

function pageOf([title, year]: readonly [string, number]): string {
  return `<!doctype html><meta name="application-name" content="Matinee Cinema"><title>${title}</title>
    <div id="now-playing"><span class="title">${title}</span> <span class="year">${year}</span></div>
    <div id="screen"><video class="main" src="/film.webm" muted autoplay></video></div>
    <script>const video = document.querySelector('video'); video.playbackRate = 8;</script>`;
}

async function play(path: string): Promise<{ page: Page; tabId: number }> {
  const page = await stage.chromium.context.newPage();
  const before = new Set((await tabViews(stage.chromium)).map(({ tabId }) => tabId));
  await page.goto(`https://${host}${path}`);
  const view = await waitFor(`the view of ${path}`, async () =>
    (await tabViews(stage.chromium)).find((one) => !before.has(one.tabId)),
  );
  return { page, tabId: view.tabId };
}

const toolbarOf = (tabId: number) =>
  stage.chromium.evaluate(
    async (id) => ({
      badge: await chrome.action.getBadgeText({ tabId: id }),
      title: await chrome.action.getTitle({ tabId: id }),
    }),
    tabId,
  );

describe('updates that need a review', () => {
  let popup: Page;

  test('three titles of low confidence are held, listed as tabs, and counted on the badge', async () => {
    const films = [];
    for (const path of Object.keys(unsure)) films.push(await play(path));
    await waitFor('all three to be watched, and held for review', async () => {
      const entries = await sendMessage(stage.chromium, 'outbox.list', {});
      return entries.length === 3 && entries.every(({ state, watched }) => state === 'review' && watched);
    });
    const [first] = films;
    expect(
      await waitFor('the tooltip with the sentence', async () => {
        const state = await toolbarOf(first?.tabId ?? 0);
        return state.title.includes('Choose the right one') && state;
      }),
    ).toEqual({ badge: '!', title: 'Nosferatu – Not sure about this title. Choose the right one.' });
    await expect
      .poll(() => stage.chromium.evaluate(() => chrome.action.getBadgeText({}), undefined))
      .toBe('3');

    popup = await stage.chromium.openPage(`src/popup/index.html?tab=${first?.tabId}`);
    await popup.getByText('Not sure about this title.').first().waitFor();
    for (const { page } of films) await page.close();
    await popup.getByRole('tab', { name: /Pending/ }).click();
    await popup.getByRole('heading', { name: 'Needs review' }).waitFor();
    expect(await readHistory(stage)).toEqual([]);
  });

  test('an accepted match is sent', async () => {
    await popup.getByRole('button', { name: 'Confirm Nosferatu' }).click();
    const [entry] = await waitFor(
      'Nosferatu in the history',
      async () => (await readHistory(stage)).length > 0 && readHistory(stage),
    );
    expect(entry).toMatchObject({ media: { title: 'Nosferatu' } });
  });

  test('a wrong match is corrected and sent as the chosen title', async () => {
    await popup.getByRole('button', { name: 'Wrong title? Metropolis' }).click();
    await popup.getByLabel('Title', { exact: true }).fill('Elephants Dream');
    await popup.getByLabel('Year').fill('');
    await popup.getByRole('button', { name: 'Search', exact: true }).click();
    await popup.locator('.result-choose', { hasText: 'Elephants Dream' }).first().click();
    await waitFor('Elephants Dream in the history', async () =>
      (await readHistory(stage)).some(({ media }) => media.title === 'Elephants Dream'),
    );
  });

  test('a discarded update is removed, and the badge too', async () => {
    await popup.getByRole('button', { name: 'Discard The Kid' }).click();
    await popup
      .getByRole('group', { name: 'Discard permanently?' })
      .getByRole('button', { name: /^Discard/ })
      .click();
    await popup.getByText('Nothing pending').waitFor();
    expect(new Set((await readHistory(stage)).map(({ media }) => media.title))).toEqual(
      new Set(['Elephants Dream', 'Nosferatu']),
    );
    expect(
      await waitFor(
        'an empty badge',
        async () => (await stage.chromium.evaluate(() => chrome.action.getBadgeText({}), undefined)) === '',
      ),
    ).toBe(true);
    await popup.close();
  });
});

describe('a series', () => {
  let tab: { page: Page; tabId: number };
  let popup: Page;

  test('is corrected as a whole with its offset, and the correction is undone', async () => {
    tab = await play('/cinema/series/sherlock/sherlock-s1e1?autoplay=1&rate=1');
    await waitFor('the match', async () =>
      (await tabViews(stage.chromium)).some((view) => view.tabId === tab.tabId && view.media !== undefined),
    );
    popup = await stage.chromium.openPage(`src/popup/index.html?tab=${tab.tabId}`);
    await popup.getByRole('button', { name: 'Wrong title?' }).click();
    await popup.getByLabel('Episode', { exact: true }).last().fill('2');
    await popup.getByRole('button', { name: 'Search', exact: true }).click();
    await popup.locator('.result-choose', { hasText: 'E2' }).first().click();
    await popup.getByLabel('The whole series').check();
    await popup.getByRole('button', { name: 'Save' }).click();
    await popup.locator('.matched', { hasText: 'E2' }).waitFor();
    await expect.poll(() => ofSeries()).toMatchObject([{ seasonOffset: 0, episodeOffset: 1 }]);
    await popup.getByRole('button', { name: 'Undo' }).click();
    await popup.locator('.matched', { hasText: 'E1' }).waitFor();
    await expect.poll(() => ofSeries()).toEqual([]);
  });

  test('"Record now" records it although little of it was played', async () => {
    await popup.getByRole('button', { name: 'Record now' }).click();
    await waitFor('the episode in the history', async () =>
      (await readHistory(stage)).some(({ media }) => media.type === 'episode'),
    );
    await popup
      .getByText(/^Added/)
      .first()
      .waitFor();
  });

  test('the key "pause here" turns the site off and on, and the icon follows', async () => {
    const worker = await stage.chromium.worker();
    // No program can press a shortcut of an extension: the test dispatches the event that the browser sends
    // to the worker.
    const press = () =>
      worker.evaluate(([name, id]) => chrome.commands.onCommand.dispatch(name, { id }), [
        'pause-here',
        tab.tabId,
      ] as const);
    await press();
    await waitFor('the site to be off', async () =>
      (await toolbarOf(tab.tabId)).title.includes('Matinee is turned off for this site.'),
    );
    await press();
    await waitFor(
      'the site to be on',
      async () => !(await toolbarOf(tab.tabId)).title.includes('turned off'),
    );
    await popup.close();
    await tab.page.close();
  });
});

describe('home and options', () => {
  test('every widget of the real service is drawn, and a channel opens with its lists', async () => {
    const popup = await stage.chromium.openPage('src/popup/index.html');
    const dashboard = readDashboard(await sendMessage(stage.chromium, 'tracker.dashboard', {}));
    await popup.getByRole('tab', { name: 'Up next' }).click();
    for (const { title } of dashboard?.widgets ?? [])
      await popup
        .locator('.home section h2', { hasText: title ?? '' })
        .first()
        .waitFor();
    await popup.getByRole('button', { name: 'Open films' }).first().click();
    await popup.getByRole('heading', { name: 'Watched' }).waitFor();
    await popup.getByRole('button', { name: 'Up next' }).click();
    await popup.locator('.home section h2').first().waitFor();
    await popup.close();
  });

  test('all sites are listed at once', async () => {
    const page = await stage.chromium.openPage('src/options/index.html#/sites');
    const sites = await sendMessage(stage.chromium, 'sites.list', {});
    expect(sites.length).toBeGreaterThan(80);
    await waitFor(
      'a row for every site',
      async () => (await page.locator('.site-row').count()) === sites.length,
    );
    await page.close();
  });

  test('the activity is exported as CSV and as JSON, with every update that was sent', async () => {
    const page = await stage.chromium.openPage('src/options/index.html#/activity');
    for (const format of ['CSV', 'JSON']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: `Save as ${format}` }).click(),
      ]);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      expect(Buffer.concat(chunks).toString()).toContain('Nosferatu');
    }
    await page.close();
  });

  test('the welcome page requests exactly the hosts of the chosen sites', async () => {
    const wanted = (await sendMessage(stage.chromium, 'sites.list', {})).find(({ id }) => id === 'mubi');
    // Only these are granted without a prompt; a request for one more host would never be answered here.
    await stage.chromium.approveHosts(wanted?.hosts ?? []);
    const page = await stage.chromium.openPage('src/options/welcome.html#sites');
    const before = await origins();
    await page.getByLabel('Search').fill('mubi');
    await page.getByLabel('MUBI').check();
    await page.getByRole('button', { name: 'Turn on 1 site' }).click();
    await page.getByText('The Matinee icon turns red').waitFor();
    expect((await origins()).filter((origin) => !before.includes(origin)).toSorted()).toEqual(
      wanted?.hosts.filter((origin) => !before.includes(origin)).toSorted(),
    );
    await page.close();
  });

  test('after a confirmation settings, corrections, activity and the sign-in are erased', async () => {
    await sendMessage(stage.chromium, 'settings.set', { interval: 600 });
    const page = await stage.chromium.openPage('src/options/index.html#/data');
    await page.getByRole('button', { name: 'Erase everything' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Erase everything' }).click();
    await page.getByText('Everything was erased.').waitFor();
    expect(await sendMessage(stage.chromium, 'activity.list', { limit: 10 })).toEqual([]);
    expect(await readStorage(stage.chromium, 'local', 'settings')).not.toMatchObject({ interval: 600 });
    expect(await readStorage(stage.chromium, 'local', 'account')).not.toMatchObject({ state: 'signed-in' });
    await page.close();
  });
});

const ofSeries = async () =>
  ((await readStorage(stage.chromium, 'local', 'corrections')) as readonly Correction[]).filter(
    ({ scope }) => scope === 'series',
  );

const origins = () =>
  stage.chromium.evaluate(async () => (await chrome.permissions.getAll()).origins, undefined);

declare const chrome: {
  readonly action: {
    readonly getBadgeText: (of: { tabId?: number }) => Promise<string>;
    readonly getTitle: (of: { tabId: number }) => Promise<string>;
  };
  readonly permissions: { readonly getAll: () => Promise<{ readonly origins: readonly string[] }> };
  readonly commands: {
    readonly onCommand: { readonly dispatch: (name: string, tab: { id: number }) => void };
  };
};
