import type { AccountView } from '../../../src/core/settings/account-view';
import type { Correction } from '../../../src/core/media/correction';
import type { ActivityEntry, OutboxView } from '../../../src/core/outbox/outbox-view';
import type { SiteView } from '../../../src/core/settings/site-state';
import { skipReasons } from '../../../src/core/session/skip-reason';
import type { LogEntry } from '../../../src/core/status/log-entry';
import type { QueueReason, Status } from '../../../src/core/status/status';
import type { TabView } from '../../../src/core/status/tab-view';
import { defined } from '../../../src/core/values/defined';
import { posterAddress } from './view-window';

const now = Date.now();

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

export const film: TabView = {
  tabId: 1,
  status: { kind: 'scrobbling' },
  host: 'www.cinema.example',
  siteId: 'cinema',
  siteName: 'Open Cinema',
  item: { type: 'movie', title: 'Night of the Living Dead', year: 1968 },
  media: {
    type: 'movie',
    tmdbId: 10_331,
    title: 'Night of the Living Dead',
    year: 1968,
    runtime: 5_760,
    titles: [{ title: 'Die Nacht der lebenden Toten', language: 'de' }],
    url: 'https://tracker.example/movies/10331',
    posterUrl: posterAddress,
  },
  confidence: 0.99,
  evidence: [{ kind: 'name', language: 'de' }, { kind: 'year' }, { kind: 'runtime' }],
  playback: { state: 'paused', position: 2_463, duration: 5_760, rate: 1, at: now },
  sessionId: 's1',
  sent: { position: 2_400, duration: 5_760, at: now - 60_000 },
  canScrobbleNow: false,
  updatedAt: now,
};

export const episode: TabView = {
  ...film,
  tabId: 2,
  host: 'www.crunch.example',
  siteId: 'crunch',
  siteName: 'Crunch',
  item: {
    type: 'episode',
    seriesTitle: 'The Adventures of Robin Hood',
    seasonNumber: 1,
    episodeNumber: 14,
    episodeTitle: 'The Ordeal',
  },
  media: {
    type: 'episode',
    tmdbId: 3_580,
    seasonNumber: 1,
    episodeNumber: 14,
    seriesTitle: 'The Adventures of Robin Hood',
    title: 'The Ordeal',
    url: 'https://tracker.example/shows/3580/1/14',
  },
  confidence: 0.82,
  playback: { state: 'playing', position: 610, duration: 1_560, rate: 1, at: now },
};

/** The view of a tab for every status; statuses before an item is read have none. */
export function everyStatus(): readonly (readonly [string, TabView])[] {
  const queued: readonly QueueReason[] = ['starting', 'offline', 'busy', 'server', 'malformed'];
  const statuses: readonly (readonly [string, Status])[] = [
    [
      'no-access',
      { kind: 'no-access', origins: ['https://www.cinema.example/*', 'https://*.player.example/*'] },
    ],
    ['site-off', { kind: 'site-off', siteId: 'cinema' }],
    ['paused', { kind: 'paused', until: now + 3_000_000 }],
    ['unsupported', { kind: 'unsupported' }],
    ['no-player', { kind: 'no-player' }],
    ...skipReasons.map((reason) => [`skipped-${reason}`, { kind: 'skipped', reason }] as const),
    ['unreadable', { kind: 'unreadable', missing: ['title', 'episodeNumber'] }],
    ['unmatched', { kind: 'unmatched' }],
    ['needs-review', { kind: 'needs-review' }],
    ['signed-out', { kind: 'signed-out' }],
    ...queued.map(
      (reason) =>
        [
          `queued-${reason}`,
          {
            kind: 'queued',
            reason,
            ...defined({ retryAt: reason === 'starting' ? undefined : now + 240_000 }),
          },
        ] as const,
    ),
    ['scrobbling', { kind: 'scrobbling' }],
    ['watched', { kind: 'watched' }],
    [
      'rejected',
      { kind: 'rejected', code: 'VALIDATION_ERROR', message: 'progress must not be greater than duration' },
    ],
  ];
  return statuses.map(([name, status]) => [name, viewOf(status)] as const);
}

/** The view of a tab without an item, for statuses before anything is read. */
const bare: TabView = {
  tabId: 1,
  status: { kind: 'no-player' },
  host: 'www.cinema.example',
  siteId: 'cinema',
  siteName: 'Open Cinema',
  canScrobbleNow: false,
  updatedAt: now,
};

/** What interrupts or limits a session that has sent updates; the others keep one from beginning. */
const WITHIN_A_SESSION: ReadonlySet<string> = new Set(['ad', 'insufficient-evidence']);

/** Near the end: what is watched was seen up to there. */
const WATCHED = {
  playback: { state: 'playing', position: 5_412, duration: 5_760, rate: 1, at: now },
  sent: { position: 5_190, duration: 5_760, at: now - 240_000 },
} as const;

function viewOf(status: Status): TabView {
  if (status.kind === 'unsupported') {
    const { siteId: _id, siteName: _name, ...unknown } = bare;
    return { ...unknown, status };
  }
  if (status.kind === 'unreadable') {
    const { media: _media, confidence: _confidence, sent: _sent, ...unread } = film;
    return { ...unread, status, item: {}, degraded: true };
  }
  if (status.kind === 'unmatched') {
    const { media: _media, ...unmatched } = film;
    return { ...unmatched, status };
  }
  if (status.kind === 'watched') return { ...film, ...WATCHED, status };
  if (status.kind === 'skipped' && status.reason === 'private-window')
    return { ...bare, status, private: true };
  if (status.kind === 'signed-out' || (status.kind === 'skipped' && !WITHIN_A_SESSION.has(status.reason))) {
    // Nothing was matched or sent.
    const { media: _media, confidence: _confidence, evidence: _evidence, sent: _sent, ...unsent } = film;
    return { ...unsent, status, canScrobbleNow: status.kind === 'skipped' };
  }
  const canScrobbleNow = status.kind === 'skipped' && status.reason === 'insufficient-evidence';
  return { ...(WITHOUT_ITEM.has(status.kind) ? bare : film), status, canScrobbleNow };
}

const WITHOUT_ITEM: ReadonlySet<Status['kind']> = new Set(['no-access', 'site-off', 'paused', 'no-player']);

const outbox: readonly OutboxView[] = [
  {
    id: 'o1',
    state: 'review',
    item: {
      type: 'episode',
      seriesTitle: 'The Office',
      seasonNumber: 2,
      episodeNumber: 3,
      episodeTitle: 'Party',
    },
    siteId: 'cinema',
    media: {
      type: 'episode',
      tmdbId: 2_316,
      seriesTitle: 'The Office',
      title: 'Office Olympics',
      seasonNumber: 2,
      episodeNumber: 3,
      year: 2005,
      runtime: 1_320,
      url: 'https://tracker.example/shows/2316/2/3',
    },
    evidence: [{ kind: 'name' }, { kind: 'numbers' }, { kind: 'length-near' }],
    ambiguous: true,
    candidates: [
      {
        type: 'episode',
        tmdbId: 2_316,
        seriesTitle: 'The Office (US)',
        title: 'Office Olympics',
        seasonNumber: 2,
        episodeNumber: 3,
        year: 2005,
      },
      {
        type: 'episode',
        tmdbId: 2_996,
        seriesTitle: 'The Office (UK)',
        title: 'Party',
        seasonNumber: 2,
        episodeNumber: 3,
        year: 2001,
        runtime: 1_800,
      },
    ],
    confidence: 0.61,
    position: 1_290,
    duration: 1_320,
    watched: true,
    at: now - 4_000_000,
    attempts: 0,
  },
  {
    id: 'o2',
    state: 'unmatched',
    item: { type: 'movie', title: 'Caligari 4K restored (Bonus)', year: 1920 },
    siteId: 'cinema',
    position: 900,
    duration: 4_400,
    watched: false,
    at: now - 90_000_000,
    attempts: 2,
  },
  {
    id: 'o3',
    state: 'parked',
    item: { type: 'movie', title: 'Charade', year: 1963 },
    siteId: 'crunch',
    media: { type: 'movie', tmdbId: 4_808, title: 'Charade', year: 1963 },
    position: 6_700,
    duration: 6_800,
    watched: true,
    at: now - 8_000_000,
    attempts: 1,
    error: { code: 'VALIDATION_ERROR', message: 'duration must be an integer' },
  },
  {
    id: 'o4',
    state: 'waiting',
    item: { type: 'movie', title: 'Nosferatu', year: 1922 },
    siteId: 'cinema',
    media: { type: 'movie', tmdbId: 653, title: 'Nosferatu', year: 1922 },
    position: 3_000,
    duration: 5_600,
    watched: false,
    at: now - 600_000,
    attempts: 3,
    retryAt: now + 300_000,
    error: { code: 'network', message: 'The tracker could not be reached' },
  },
];

const counts = { waiting: 1, review: 1, parked: 2 };

const dashboard = {
  success: true,
  data: {
    widgets: [
      { id: 'up-next', type: 'list', title: 'Up next', apiUrl: '/dashboard/up-next' },
      { id: 'recent', type: 'list', title: 'Recently watched', apiUrl: '/dashboard/recent' },
    ],
  },
};

const widget = {
  items: [
    {
      type: 'episode',
      title: 'The Adventures of Robin Hood',
      subtitle: 'S1 E15 · The Husband for Marian',
      progress: 0.4,
      url: 'https://tracker.example/shows/3580',
      posterUrl: posterAddress,
    },
    { type: 'movie', title: 'Charade', url: 'https://tracker.example/movies/4808' },
    { type: 'channel', title: 'Silent evenings', channelId: 'silent' },
    { type: 'movie', title: 'His Girl Friday', subtitle: '1940' },
    { type: 'movie', title: 'Metropolis', subtitle: '1927' },
  ],
};

const channel = {
  id: 'silent',
  title: 'Silent evenings',
  description: 'Films that need no word, one every Friday.',
  url: 'https://tracker.example/channels/silent',
  lists: [
    { id: 'l1', title: 'This month', items: widget.items },
    { id: 'l2', title: 'Empty list', items: [] },
  ],
};

const SITE_NAMES = [
  'Netflix',
  'Prime Video',
  'Disney+',
  'Apple TV',
  'HBO Max',
  'Hulu',
  'Paramount+',
  'Peacock',
  'Crunchyroll',
  'Plex',
  'Jellyfin',
  'ARD Mediathek',
  'ZDF',
  'arte',
  'BBC iPlayer',
  'ITVX',
  'Channel 4',
  'RaiPlay',
  'RTVE Play',
  'Viaplay',
  'SVT Play',
  'TVING',
  'U-NEXT',
  'Hotstar',
  'Stan',
  'Crave',
  'Mubi',
  'Tubi',
  'Pluto TV',
  'Shahid',
];

/** Regions of the sites after the first worldwide ones, in turn. */
const REGIONS = [['DE', 'AT'], ['GB'], ['IT'], ['SE', 'NO', 'DK'], ['JP'], ['LATAM', 'MENA']];

/** Sites in every state: with and without access, disabled, degraded, self-hosted, own. */
export function sites(count = 60): readonly SiteView[] {
  return Array.from({ length: count }, (_none, index) => site(index));
}

function site(index: number): SiteView {
  const name = SITE_NAMES[index] ?? `Station ${index + 1}`;
  const id = name.toLowerCase().replace(/[^a-z0-9]+/g, '-');
  const selfHosted = name === 'Plex' || name === 'Jellyfin';
  return {
    id,
    name,
    origin: index === 28 ? 'mine' : 'built-in',
    homepage: `https://www.${id}.example/`,
    regions: regionsOfSite(index),
    hosts: selfHosted ? [] : [`https://www.${id}.example/*`],
    userHosts: selfHosted,
    state: { enabled: index !== 3 },
    granted: index < 5,
    ...defined({
      health: index < 3 || index === 6 ? healthOf(index === 1) : undefined,
      verified: index % 3 === 2 ? undefined : '2026-10-12',
    }),
  };
}

function regionsOfSite(index: number): readonly string[] {
  if (index < 3) return [];
  return index < 11 ? ['global'] : (REGIONS[index % REGIONS.length] ?? []);
}

function healthOf(degraded: boolean): NonNullable<SiteView['health']> {
  return { lastReadAt: now - 7_000_000, degraded, missing: degraded ? ['seasonNumber'] : [] };
}

export const corrections: readonly Correction[] = [
  {
    id: 'c1',
    scope: 'series',
    key: 'k1',
    label: 'Robin Hood (1955) · S1 E14',
    media: {
      type: 'episode',
      tmdbId: 3_580,
      seriesTitle: 'The Adventures of Robin Hood',
      title: 'The Ordeal',
      seasonNumber: 1,
      episodeNumber: 13,
      url: 'https://tracker.example/shows/3580',
    },
    seasonOffset: 0,
    episodeOffset: -1,
    createdAt: Date.UTC(2026, 8, 1),
  },
  {
    id: 'c2',
    scope: 'item',
    key: 'k2',
    label: 'Nosferatu – Eine Symphonie des Grauens',
    media: { type: 'movie', tmdbId: 653, title: 'Nosferatu', year: 1922 },
    createdAt: Date.UTC(2026, 9, 1),
  },
];

/** The answers in the list that are not `accepted`. */
const answers = new Map<number, Pick<ActivityEntry, 'answer' | 'status' | 'code' | 'message'>>([
  [4, { answer: 'rejected', status: 400, code: 'VALIDATION_ERROR', message: 'progress must be an integer' }],
  [7, { answer: 'failed', code: 'network', message: 'The tracker could not be reached' }],
]);

const activity: readonly ActivityEntry[] = Array.from({ length: 24 }, (_none, index) => ({
  id: 100 - index,
  at: now - index * 1_300_000,
  sessionId: `s${index}`,
  siteId: index % 3 === 0 ? 'crunch' : 'cinema',
  item:
    index % 3 === 0
      ? (episode.item as ActivityEntry['item'])
      : { type: 'movie', title: 'Charade', year: 1963 },
  position: 6_800 - index * 200,
  duration: 6_900,
  cause: index % 2 === 0 ? 'tick' : 'pause',
  ...(answers.get(index) ?? { answer: 'accepted', status: 200 }),
}));

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
    local: { account: signedIn, 'outbox-counts': counts } as Record<string, unknown>,
    session: Object.fromEntries(
      [...(view === undefined ? [] : [view]), ...others].map((one) => [`view:${one.tabId}`, one]),
    ),
    answers: {
      'sites.list': [
        { id: 'cinema', name: 'Open Cinema' },
        { id: 'crunch', name: 'Crunch' },
      ],
      'outbox.list': outbox,
      'tracker.dashboard': dashboard,
      'tracker.widget': widget,
      'tracker.channel': channel,
      'media.search': [
        {
          type: 'movie',
          tmdbId: 10_331,
          title: 'Night of the Living Dead',
          year: 1968,
          url: 'https://tracker.example/movies/10331',
        },
        { type: 'movie', tmdbId: 19_185, title: 'Night of the Living Dead', year: 1990 },
      ],
      'corrections.set': corrections[0],
    } as Record<string, unknown>,
  };
}

/** The options page at one route, or the welcome page. */
export function options(place: string) {
  return {
    path: place.startsWith('welcome') ? `options/${place}` : `options/index.html#/${place}`,
    local: { account: signedIn, corrections, 'outbox-counts': counts } as Record<string, unknown>,
    answers: {
      'sites.list': sites(),
      'activity.list': activity,
      'log.list': log,
      'media.search': [corrections[0]?.media],
      'outbox.list': outbox,
    } as Record<string, unknown>,
  };
}
