import type { AccountView } from '../../../src/core/settings/account-view';
import type { SiteView } from '../../../src/core/settings/site-state';
import type { LogEntry, TabView } from '../../../src/core/status/status';
import { defined } from '../../../src/core/values/defined';
import { openGallery } from './states/gallery';

const now = Date.now();
const { statuses, lists } = await openGallery();

export const signedIn: AccountView = {
  state: 'signed-in',
  baseUrl: 'https://tracker.example/api/v1',
  since: Date.UTC(2026, 9, 3),
};

export const pendingSignIn: AccountView = {
  state: 'pending',
  userCode: 'WDJB-MJHT',
  verificationUri: 'https://tracker.example/device',
  verificationUriComplete: 'https://tracker.example/device?code=WDJB-MJHT',
  expiresAt: now + 14.5 * 60_000,
};

/** A film that is recorded, and an episode in another tab. */
export const film = statusView('scrobbling');
export const episode = statusView('episode');

/** The view of a tab at the end of a story; throws for a name that has none. */
export function statusView(name: string): TabView {
  const view = statuses[name];
  if (view === undefined) throw new Error(`no story is called ${name}`);
  return view;
}

/** The views that differ in their status alone. */
export function everyStatus(): readonly (readonly [string, TabView])[] {
  return Object.entries(statuses).filter(([name]) => !name.startsWith('title-') && name !== 'episode');
}

export const { corrections, outbox, activity } = lists;

/** The built-in sites: some with access, some read lately, one that has lost its access. */
export function sites(): readonly SiteView[] {
  return lists.sites;
}

const LOG_PATTERN: readonly Pick<LogEntry, 'level' | 'event' | 'detail'>[] = [
  { level: 'info', event: 'session-started' },
  { level: 'debug', event: 'update-sent' },
  { level: 'info', event: 'update-accepted' },
  { level: 'error', event: 'request-failed', detail: 'network: fetch failed, next try in 4 s' },
];

/** More entries than the page loads at once. */
export const log: readonly LogEntry[] = Array.from({ length: 33 }, () => LOG_PATTERN)
  .flat()
  .slice(0, 130)
  .map((entry, index) => ({
    id: 500 - index,
    at: now - index * 31_000,
    ...entry,
    siteId: 'netflix',
    tabId: 7,
  }));

/** The popup over one tab; `others` are views of other tabs. */
export function popup(view: TabView | undefined, others: readonly TabView[] = []) {
  return {
    path: 'popup/index.html',
    width: 384,
    height: 600,
    tabs: [
      {
        id: view?.tabId ?? 1,
        active: true,
        ...defined({ url: view?.host && `https://${view.host}/watch/1` }),
      },
      ...others.map((other) => ({ id: other.tabId })),
    ],
    local: { account: signedIn, 'outbox-counts': lists.counts } as Record<string, unknown>,
    session: Object.fromEntries(
      [...(view === undefined ? [] : [view]), ...others].map((one) => [`view:${one.tabId}`, one]),
    ),
    answers: {
      'sites.list': lists.sites,
      'activity.list': lists.activity,
      'outbox.list': lists.outbox,
      'tracker.dashboard': lists.dashboard,
      'tracker.widget': { $by: lists.widgets },
      'tracker.channel': lists.channel,
      'media.search': view?.item?.type === 'episode' ? lists.episodes : lists.films,
      'corrections.set': lists.corrections[0],
    } as Record<string, unknown>,
  };
}

/** The options page at one route, or the welcome page. */
export function options(place: string) {
  return {
    path: place.startsWith('welcome') ? `options/${place}` : `options/index.html#/${place}`,
    local: { account: signedIn, corrections, 'outbox-counts': lists.counts } as Record<string, unknown>,
    answers: {
      'sites.list': lists.sites,
      'activity.list': lists.activity,
      'log.list': log,
      'media.search': lists.episodes,
      'outbox.list': lists.outbox,
      'tracker.dashboard': lists.dashboard,
    } as Record<string, unknown>,
  };
}
