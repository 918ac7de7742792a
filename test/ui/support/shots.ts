import type { Page } from 'playwright';
import type { Text } from './locale';
import type { ViewOptions } from './open-view';
import {
  episode,
  everyStatus,
  film,
  options,
  outbox,
  pendingSignIn,
  popup,
  signedIn,
  statusView,
} from './scenes';
import { workbenchShots } from './workbench-shots';

/** One view in one state, for the screenshots and for axe. */
export interface Shot {
  readonly name: string;
  readonly scene: ViewOptions;
  /** The user actions that lead to the state, in any language. */
  readonly prepare?: (page: Page, text: Text) => Promise<unknown>;
  /** The same for the popup, whose bubble no driver lists as a page. */
  readonly steps?: readonly Step[];
}

/** A click on the first element that matches a CSS selector, or a wait for one. */
type Step = { readonly click: string } | { readonly shown: string };

/** Leads an open view to the state of its shot. */
export async function prepareShot({ prepare, steps = [] }: Shot, page: Page, text: Text): Promise<void> {
  for (const step of steps) {
    if ('click' in step) await page.locator(step.click).first().click();
    else await page.locator(step.shown).first().waitFor();
  }
  await prepare?.(page, text);
}

export function shots(): readonly Shot[] {
  return [...popupShots(), ...optionsShots(), ...workbenchShots(), ...welcomeShots()];
}

function popupShots(): readonly Shot[] {
  return [
    ...statusShots(),
    ...textShots(),
    ...unavailableShots(),
    ...poorTrackerShots(),
    ...correctionShots(),
    ...laterAndHomeShots(),
  ];
}

// The code of a tab is loaded on demand, and then its data.
const tab = (id: string): readonly Step[] => [
  { click: `#tab-${id}` },
  { shown: '#tabpanel:not(:has(.loading)) > *' },
];

const correct: readonly Step[] = [{ click: '.matched .link' }, { shown: '.result' }];

const failing = {
  'tracker.dashboard': { $error: ['network', 'fetch failed'] },
  'outbox.list': { $error: ['unreachable', ''] },
  'tracker.widget': { $error: ['server', 'HTTP 500'] },
};

const statusScene = (wanted: string) => popup(statusView(wanted));

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
      scene: statusScene('unmatched'),
      steps: [{ click: '.ladder summary' }],
    },
  ];
}

function textShots(): readonly Shot[] {
  return [
    { name: 'popup-now-long-title', scene: statusScene('title-endless') },
    { name: 'popup-now-long-word', scene: statusScene('title-one-word') },
    { name: 'popup-now-right-to-left', scene: { ...statusScene('title-arabic'), language: 'ar' } },
    { name: 'popup-now-right-to-left-in-left-to-right', scene: statusScene('title-arabic') },
    { name: 'popup-now-japanese', scene: { ...statusScene('title-japanese'), language: 'ja' } },
    {
      name: 'popup-now-high-contrast',
      scene: { ...statusScene('needs-review'), forcedColors: true },
    },
  ];
}

/** A film whose tracker has no poster, and trackers that answer each operation of ours with 404. */
function poorTrackerShots(): readonly Shot[] {
  const nothing = { code: 'not-found', message: 'There is nothing at this path', status: 404 };
  if (film.media === undefined) throw new Error('the film has no match');
  const { posterUrl: _, ...media } = film.media;
  const watched = statusView('watched');
  const { position = 0, duration = 0, at = 0 } = watched.sent ?? {};
  const viewings = [{ media: watched.media, wanted: false, is: true }];
  const change = { id: watched.sessionId, account: 'a', position, duration, at, viewings, trouble: nothing };
  const scene = popup(watched);
  return [
    { name: 'popup-now-no-poster', scene: popup({ ...film, media }) },
    {
      name: 'popup-now-unchangeable',
      scene: { ...scene, local: { ...scene.local, 'history-changes': [change] } },
    },
    {
      name: 'popup-home-nothing',
      scene: {
        ...scene,
        answers: { ...scene.answers, 'tracker.widget': { $error: [nothing.code, nothing.message] } },
      },
      steps: tab('home'),
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
    { name: 'popup-correct-search', scene: now, steps: correct },
    {
      name: 'popup-correct-scope',
      scene: popup(episode),
      steps: [...correct, { click: '.result-choose' }, { click: '.choice:nth-of-type(2) input' }],
    },
  ];
}

const noCounts = { waiting: 0, review: 0, unmatched: 0, parked: 0, foreign: 0 };

/** As many waiting updates as the worker lists at first. */
function manyWaiting(count: number) {
  const one = outbox.find(({ state }) => state === 'waiting');
  return Array.from({ length: count }, (_none, index) => ({ ...one, id: `waiting-${index}` }));
}

function laterAndHomeShots(): readonly Shot[] {
  const now = popup(film);
  return [
    { name: 'popup-later', scene: now, steps: tab('later') },
    {
      name: 'popup-later-ten-thousand',
      scene: {
        ...now,
        local: { ...now.local, 'outbox-counts': { ...noCounts, waiting: 10_000 } },
        answers: { ...now.answers, 'outbox.list': manyWaiting(20) },
      },
      steps: tab('later'),
    },
    {
      name: 'popup-later-empty',
      scene: { ...now, local: { account: signedIn }, answers: { 'outbox.list': [] } },
      steps: tab('later'),
    },
    { name: 'popup-later-error', scene: { ...now, answers: failing }, steps: tab('later') },
    { name: 'popup-home', scene: now, steps: tab('home') },
    {
      name: 'popup-home-empty',
      scene: { ...now, answers: { 'tracker.dashboard': { success: true, data: { widgets: [] } } } },
      steps: tab('home'),
    },
    { name: 'popup-home-error', scene: { ...now, answers: failing }, steps: tab('home') },
    {
      name: 'popup-home-garbage',
      scene: { ...now, answers: { 'tracker.dashboard': '<html>502 Bad Gateway</html>' } },
      steps: tab('home'),
    },
    { name: 'popup-home-signed-out', scene: { ...now, local: {} }, steps: tab('home') },
    {
      name: 'popup-home-channel',
      scene: now,
      steps: [...tab('home'), { click: 'button.entry' }, { shown: '.channel h3' }],
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
      prepare: (page) => page.locator('summary', { hasText: 'Jellyfin' }).first().click(),
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
      // Which sites are popular depends on the region of the language.
      prepare: (page) => page.locator('.site-tile input:enabled').first().check(),
    },
    { name: 'welcome-done', scene: { ...welcome, local: { welcome: 'done', account: signedIn } } },
  ];
}
