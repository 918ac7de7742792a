import type { Page } from 'playwright';
import type { Text } from './locale';
import type { ViewOptions } from './open-view';
import { episode, everyStatus, film, options, pendingSignIn, popup, signedIn } from './scenes';
import { workbenchShots } from './workbench-shots';

/** One view in one state, for the screenshots and for axe. */
export interface Shot {
  readonly name: string;
  readonly scene: ViewOptions;
  /** The user actions that lead to the state, in any language. */
  readonly prepare?: (page: Page, text: Text) => Promise<unknown>;
}

export function shots(): readonly Shot[] {
  return [...popupShots(), ...optionsShots(), ...workbenchShots(), ...welcomeShots()];
}

const endless = 'A title that never ends <b>and tries markup</b> '.repeat(110);

function popupShots(): readonly Shot[] {
  return [
    ...statusShots(),
    ...textShots(),
    ...unavailableShots(),
    ...correctionShots(),
    ...laterAndHomeShots(),
  ];
}

// The code of a tab is loaded on demand, and then its data.
const tab = (id: string) => async (page: Page, text: Text) => {
  await page.locator(`#tab-${id}`).click();
  await page.locator('#tabpanel > *').first().waitFor();
  await page.waitForFunction(
    (loading) => document.querySelector('#tabpanel')?.textContent.includes(loading) === false,
    text('common_loading'),
  );
};

const correct = async (page: Page, text: Text) => {
  await page.getByRole('button', { name: text('now_not_this') }).click();
  await page.getByRole('button', { name: text('search_go'), exact: true }).click();
  await page.locator('.result').first().waitFor();
};

const failing = {
  'tracker.dashboard': { $error: ['network', 'fetch failed'] },
  'outbox.list': { $error: ['unreachable', ''] },
  'tracker.widget': { $error: ['server', 'HTTP 500'] },
};

const statusScene = (wanted: string) => popup(everyStatus().find(([name]) => name === wanted)?.[1]);

function statusShots(): readonly Shot[] {
  return [
    ...everyStatus().map(([name, view]) => ({ name: `popup-status-${name}`, scene: popup(view) })),
    { name: 'popup-now-episode', scene: { ...popup(episode, [film]) } },
    { name: 'popup-now-signed-out', scene: { ...statusScene('signed-out'), local: {} } },
    {
      name: 'popup-now-sign-in-pending',
      scene: { ...statusScene('signed-out'), local: { account: pendingSignIn } },
    },
    {
      name: 'popup-now-ladder',
      scene: popup(everyStatus().find(([name]) => name === 'unmatched')?.[1]),
      prepare: (page, text) => page.getByText(text('ladder_why')).click(),
    },
  ];
}

function textShots(): readonly Shot[] {
  return [
    {
      name: 'popup-now-long-title',
      scene: popup({
        ...film,
        item: { type: 'movie', title: endless },
        media: { ...episode.media, type: 'movie', title: endless },
      }),
    },
    {
      name: 'popup-now-right-to-left',
      scene: {
        ...popup({
          ...film,
          item: { type: 'movie', title: 'باب الحديد', year: 1958 },
          media: {
            type: 'movie',
            tmdbId: 43_010,
            title: 'باب الحديد',
            year: 1958,
            url: 'https://tracker.example/movies/43010',
          },
        }),
        language: 'ar',
      },
    },
    {
      name: 'popup-now-japanese',
      scene: {
        ...popup({
          ...episode,
          item: {
            type: 'episode',
            seriesTitle: '葬送のフリーレン',
            seasonNumber: 1,
            episodeNumber: 3,
            episodeTitle: '人を殺す魔法',
          },
          media: {
            type: 'episode',
            tmdbId: 209_867,
            seriesTitle: '葬送のフリーレン',
            title: '人を殺す魔法',
            seasonNumber: 1,
            episodeNumber: 3,
          },
        }),
        language: 'ja',
      },
    },
    {
      name: 'popup-now-high-contrast',
      scene: { ...popup(everyStatus().find(([name]) => name === 'needs-review')?.[1]), forcedColors: true },
    },
  ];
}

function unavailableShots(): readonly Shot[] {
  const now = popup(film);
  return [
    {
      name: 'popup-now-empty',
      scene: { ...now, session: {}, answers: { ...now.answers, 'tab.view': { $never: true } } },
    },
    {
      name: 'popup-now-worker-dead',
      scene: { ...now, session: {}, answers: { 'tab.view': { $error: ['unreachable', ''] } } },
    },
  ];
}

function correctionShots(): readonly Shot[] {
  const now = popup(film);
  return [
    { name: 'popup-correct-search', scene: now, prepare: correct },
    {
      name: 'popup-correct-scope',
      scene: { ...popup(episode), answers: { 'media.search': [{ ...episode.media, episodeNumber: 13 }] } },
      prepare: async (page, text) => {
        await correct(page, text);
        await page.locator('.result-choose').first().click();
        await page.getByLabel(text('correct_series')).check();
      },
    },
  ];
}

function laterAndHomeShots(): readonly Shot[] {
  const now = popup(film);
  return [
    { name: 'popup-later', scene: now, prepare: tab('later') },
    {
      name: 'popup-later-empty',
      scene: { ...now, local: { account: signedIn }, answers: { 'outbox.list': [] } },
      prepare: tab('later'),
    },
    { name: 'popup-later-error', scene: { ...now, answers: failing }, prepare: tab('later') },
    { name: 'popup-home', scene: now, prepare: tab('home') },
    {
      name: 'popup-home-empty',
      scene: { ...now, answers: { 'tracker.dashboard': { success: true, data: { widgets: [] } } } },
      prepare: tab('home'),
    },
    { name: 'popup-home-error', scene: { ...now, answers: failing }, prepare: tab('home') },
    {
      name: 'popup-home-garbage',
      scene: { ...now, answers: { 'tracker.dashboard': '<html>502 Bad Gateway</html>' } },
      prepare: tab('home'),
    },
    { name: 'popup-home-signed-out', scene: { ...now, local: {} }, prepare: tab('home') },
    {
      name: 'popup-home-channel',
      scene: now,
      prepare: async (page, text) => {
        await tab('home')(page, text);
        await page.getByRole('button', { name: 'Silent evenings' }).first().click();
        await page.getByText('This month').waitFor();
      },
    },
  ];
}

function optionsShots(): readonly Shot[] {
  const account = options('account');
  return [
    { name: 'options-account', scene: account },
    { name: 'options-account-signed-out', scene: { ...account, local: {} } },
    { name: 'options-account-pending', scene: { ...account, local: { account: pendingSignIn } } },
    {
      name: 'options-account-denied',
      scene: { ...account, local: { account: { state: 'signed-out', why: 'denied' } } },
    },
    {
      name: 'options-sites',
      scene: options('sites'),
      prepare: (page) => page.locator('summary', { hasText: 'Jellyfin' }).click(),
    },
    { name: 'options-scrobbling', scene: options('scrobbling') },
    {
      name: 'options-corrections',
      scene: options('corrections'),
      prepare: (page, text) =>
        page
          .getByRole('button', { name: text('common_edit') })
          .first()
          .click(),
    },
    { name: 'options-corrections-empty', scene: { ...options('corrections'), local: {} } },
    {
      name: 'options-activity',
      scene: options('activity'),
      prepare: (page) => page.locator('.activity summary').first().click(),
    },
    {
      name: 'options-activity-clear',
      scene: options('activity'),
      prepare: (page, text) => page.getByRole('button', { name: text('activity_clear') }).click(),
    },
    { name: 'options-activity-empty', scene: { ...options('activity'), answers: { 'activity.list': [] } } },
    { name: 'options-data', scene: options('data') },
    {
      name: 'options-advanced',
      scene: options('advanced'),
      prepare: (page, text) => page.getByRole('button', { name: text('report_make') }).click(),
    },
    { name: 'options-about', scene: options('about') },
    { name: 'options-japanese', scene: { ...options('scrobbling'), language: 'ja' } },
    { name: 'options-arabic', scene: { ...options('sites'), language: 'ar' } },
  ];
}

function welcomeShots(): readonly Shot[] {
  const welcome = options('welcome.html');
  return [
    { name: 'welcome-tracker', scene: { ...welcome, local: {} } },
    { name: 'welcome-tracker-pending', scene: { ...welcome, local: { account: pendingSignIn } } },
    {
      name: 'welcome-sites',
      scene: { ...welcome, local: { welcome: 'sites' } },
      prepare: (page) => page.getByLabel('Hulu').check(),
    },
    { name: 'welcome-done', scene: { ...welcome, local: { welcome: 'done', account: signedIn } } },
  ];
}
