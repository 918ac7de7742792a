import { readFileSync, statSync } from 'node:fs';
import { extname, join, normalize } from 'node:path';
import { episodes, library, mediaSource, serverId, toDto, token, userId } from './jellyfin-library';

export interface StandInRequest {
  readonly method: string;
  readonly url: URL;
  /** Names in small letters. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface StandInAnswer {
  readonly status: number;
  readonly contentType: string;
  readonly body: Buffer;
}

export interface StandInOptions {
  /** Folder of the built web client. */
  readonly client: string;
  /** The film that every item plays. */
  readonly film: Buffer;
  /**
   * Version that the server states. From 12 on it refuses the header `x-emby-token`, as those do by default.
   */
  readonly version: string;
}

/**
 * The part of Jellyfin's server that its web client needs in order to play: the client below /web/, and its
 * API for one user. Routes that the client can do without answer with an empty list.
 */
export function jellyfinServer(options: StandInOptions): (request: StandInRequest) => StandInAnswer {
  return (request) => {
    const { pathname } = request.url;
    if (pathname.startsWith('/web/')) return clientFile(options.client, pathname.slice('/web/'.length));
    const open = publicAnswer(pathname, options);
    if (open !== undefined) return open;
    if (!isAuthorized(request, options)) return json({}, 401);
    return json(answerOf(pathname, request.method));
  };
}

function publicAnswer(pathname: string, { film, version }: StandInOptions): StandInAnswer | undefined {
  if (pathname === '/') return { status: 302, contentType: 'text/plain', body: Buffer.from('') };
  if (/^\/Videos\/[^/]+\/stream/i.test(pathname))
    return { status: 200, contentType: 'video/webm', body: film };
  if (/^\/System\/Info\/Public$/i.test(pathname)) return json(publicInfo(version));
  if (/^\/QuickConnect\/Enabled$/i.test(pathname)) return json(false);
  if (/^\/Branding\//i.test(pathname)) return json({});
  if (/\/Images\//i.test(pathname)) return json({}, 404);
  return undefined;
}

function publicInfo(version: string): object {
  return {
    Id: serverId,
    ServerName: 'Stand-in',
    ProductName: 'Jellyfin Server',
    Version: version,
    StartupWizardCompleted: true,
    LocalAddress: '',
  };
}

/** https://github.com/jellyfin/jellyfin, AuthorizationContext.cs: the header of old clients is refused. */
function isAuthorized({ url, headers }: StandInRequest, { version }: StandInOptions): boolean {
  const stated = /\bToken="?([^",]+)/.exec(headers['authorization'] ?? '')?.[1];
  const isLegacy = Number(version.split('.')[0]) < 12;
  const legacy = isLegacy ? (headers['x-emby-token'] ?? headers['x-mediabrowser-token']) : undefined;
  return [stated, legacy, url.searchParams.get('ApiKey'), url.searchParams.get('api_key')].includes(token);
}

function answerOf(pathname: string, method: string): unknown {
  const id = /^\/(?:Users\/[^/]+\/)?Items\/([0-9a-f]{32})(\/\w+)?$/i.exec(pathname);
  if (id?.[2] === '/PlaybackInfo')
    return { MediaSources: [mediaSource(id[1] ?? '')], PlaySessionId: 'session' };
  const item = id?.[2] === undefined ? library.find((one) => one.Id === id?.[1]) : undefined;
  if (item !== undefined) return toDto(item);
  if (/^\/Shows\/[^/]+\/Episodes$/i.test(pathname)) return listOf(episodes.map(toDto));
  if (/^\/Users\/(?:Me|[0-9a-f]{32})$/i.test(pathname)) return user;
  if (/\/ThemeMedia$/i.test(pathname)) return themeMedia;
  if (/^\/DisplayPreferences\//i.test(pathname)) return { Id: 'usersettings', CustomPrefs: {} };
  if (/^\/System\/(?:Info|Endpoint)$/i.test(pathname))
    return { Id: serverId, IsInNetwork: true, IsLocal: true };
  return answersList(pathname, method) ? [] : listOf([]);
}

/** Routes whose answer is a bare list. */
function answersList(pathname: string, method: string): boolean {
  return (
    method === 'GET' &&
    /SpecialFeatures|LocalTrailers|Ancestors|SyncPlay\/List|\/Sessions$|Packages|Cultures|Countries/i.test(
      pathname,
    )
  );
}

function listOf(items: readonly object[]): object {
  return { Items: items, TotalRecordCount: items.length, StartIndex: 0 };
}

const noMedia = { OwnerId: serverId, Items: [], TotalRecordCount: 0 } as const;
const themeMedia = {
  ThemeVideosResult: noMedia,
  ThemeSongsResult: noMedia,
  SoundtrackSongsResult: noMedia,
} as const;

const user = {
  Id: userId,
  Name: 'viewer',
  ServerId: serverId,
  HasPassword: true,
  Configuration: {
    PlayDefaultAudioTrack: true,
    SubtitleMode: 'None',
    EnableNextEpisodeAutoPlay: true,
    OrderedViews: [],
    LatestItemsExcludes: [],
    MyMediaExcludes: [],
    GroupedFolders: [],
  },
  Policy: {
    EnableMediaPlayback: true,
    EnableVideoPlaybackTranscoding: true,
    EnablePlaybackRemuxing: true,
    EnableAllFolders: true,
    SyncPlayAccess: 'None',
  },
} as const;

function clientFile(folder: string, name: string): StandInAnswer {
  const path = join(folder, normalize(`/${decodeURIComponent(name) || 'index.html'}`));
  if (!statSync(path, { throwIfNoEntry: false })?.isFile()) return json({}, 404);
  return {
    status: 200,
    contentType: contentTypes[extname(path)] ?? 'application/octet-stream',
    body: readFileSync(path),
  };
}

const contentTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
};

function json(value: unknown, status = 200): StandInAnswer {
  return { status, contentType: 'application/json; charset=utf-8', body: Buffer.from(JSON.stringify(value)) };
}
