/** A moment of playing on a media server, in seconds. */
export interface Moment {
  readonly event: 'play' | 'pause' | 'stop';
  readonly progress: number;
  readonly duration: number;
  /** The server says that it was played to its end. */
  readonly isPlayed?: boolean;
  readonly account?: string;
}

export interface Film {
  readonly title: string;
  readonly year: number;
  readonly ids: Ids;
}

export interface Episode {
  readonly series: string;
  readonly season: number;
  readonly number: number;
  /** Default: one that no episode has. */
  readonly name?: string;
  /** Of the episode. */
  readonly ids: Ids;
}

interface Ids {
  readonly tmdb?: string;
  readonly imdb?: string;
  readonly tvdb?: string;
}

type Title = Film | Episode;

/** A body as the server sends it. */
export interface Notification {
  readonly type: string;
  readonly body: string;
}

export type MediaServer = (title: Title, moment: Moment) => Notification;

const json = (content: object, type = 'application/json'): Notification => ({
  type,
  body: JSON.stringify(content),
});

/** https://github.com/jellyfin/jellyfin-plugin-webhook: all variables, as a generic destination sends them. */
const jellyfin: MediaServer = (title, { event, progress, duration, isPlayed = false, account = 'ada' }) =>
  json(
    {
      ServerId: 'f5c1f9a0',
      ServerName: 'living-room',
      NotificationType: { play: 'PlaybackStart', pause: 'PlaybackProgress', stop: 'PlaybackStop' }[event],
      Timestamp: '2026-01-15T20:00:00+01:00',
      NotificationUsername: account,
      UserId: '0b1d',
      ItemId: '4a6f',
      RunTimeTicks: duration * 1e7,
      RunTime: '00:10:00',
      PlaybackPositionTicks: progress * 1e7,
      IsPaused: event === 'pause',
      ...(event === 'stop' ? { PlayedToCompletion: isPlayed } : {}),
      DeviceName: 'TV',
      ClientName: 'Jellyfin Android TV',
      ...Object.fromEntries(Object.entries(title.ids).map(([source, id]) => [`Provider_${source}`, id])),
      ...('series' in title
        ? {
            ItemType: 'Episode',
            Name: title.name ?? 'A name',
            SeriesName: title.series,
            SeasonNumber: title.season,
            EpisodeNumber: title.number,
            Year: 2013,
          }
        : { ItemType: 'Movie', Name: title.title, Year: title.year }),
    },
    'text/plain; charset=utf-8',
  );

/** https://emby.media/support/articles/Notifications.html, with the JSON in a form as older servers send it. */
const embyContent = (
  title: Title,
  { event, progress, duration, isPlayed = false, account = 'ada' }: Moment,
) => ({
  Title: `${account} has done something`,
  Date: '2026-01-15T20:00:00.0000000Z',
  Event: `playback.${{ play: 'start', pause: 'pause', stop: 'stop' }[event]}`,
  User: { Name: account, Id: '0b1d' },
  Item: {
    Id: '4916',
    RunTimeTicks: duration * 1e7,
    ProviderIds: { Tmdb: title.ids.tmdb, IMDB: title.ids.imdb, Tvdb: title.ids.tvdb },
    ...('series' in title
      ? {
          Type: 'Episode',
          Name: title.name ?? 'A name',
          SeriesName: title.series,
          ParentIndexNumber: title.season,
          IndexNumber: title.number,
          ProductionYear: 2013,
        }
      : { Type: 'Movie', Name: title.title, ProductionYear: title.year }),
  },
  Server: { Name: 'living-room', Id: '1559', Version: '4.8.11.0' },
  Session: { Client: 'Emby for Android TV', DeviceName: 'TV' },
  PlaybackInfo: { PositionTicks: progress * 1e7, PlayedToCompletion: isPlayed, PlaylistIndex: 0 },
});

/** https://support.plex.tv/articles/115002267687-webhooks/ */
const plexContent = (
  title: Title,
  { event, progress, duration, isPlayed = false, account = 'ada' }: Moment,
) => ({
  event: isPlayed ? 'media.scrobble' : `media.${event}`,
  user: account === 'ada',
  owner: true,
  Account: { id: 1, thumb: 'https://plex.tv/users/1022b120ffbaa/avatar', title: account },
  Server: { title: 'Office', uuid: '54664a3d8acc39983675640ec9ce00b70af9cc36' },
  Player: { local: true, publicAddress: '192.0.2.1', title: 'Plex Web', uuid: 'r6yfkdnfggbh2bdnvkffwbms' },
  Metadata: {
    librarySectionType: 'series' in title ? 'show' : 'movie',
    ratingKey: '1936545',
    duration: duration * 1000,
    ...(progress > 0 ? { viewOffset: progress * 1000 } : {}),
    Guid: Object.entries(title.ids).map(([source, id]) => ({ id: `${source}://${String(id)}` })),
    ...('series' in title
      ? {
          type: 'episode',
          guid: 'plex://episode/5d9c1276e9d5a1001f4ff2fa',
          title: title.name ?? 'A name',
          grandparentTitle: title.series,
          parentIndex: title.season,
          index: title.number,
          year: 2013,
        }
      : { type: 'movie', guid: 'plex://movie/5d776', title: title.title, year: title.year }),
  },
});

/** A form with the JSON and, as the server does it, a picture behind it. */
function multipart(field: string, content: object): Notification {
  const boundary = '------------------------c5d1';
  const part = (head: string, value: string) => `--${boundary}\r\n${head}\r\n\r\n${value}\r\n`;
  const picture =
    'Content-Disposition: form-data; name="thumb"; filename="thumb.jpg"\r\nContent-Type: image/jpeg';
  const named = `Content-Disposition: form-data; name="${field}"\r\nContent-Type: application/json`;
  const parts = part(named, JSON.stringify(content)) + part(picture, `\u00ff\u00d8${'x'.repeat(200_000)}`);
  return { type: `multipart/form-data; boundary=${boundary}`, body: `${parts}--${boundary}--\r\n` };
}

/** https://kodi.wiki/view/JSON-RPC_API/v13: a notification with what `Player.GetItem` and `GetProperties` say. */
const kodi: MediaServer = (title, { event, progress, duration, isPlayed = false, account = 'ada' }) => {
  const time = (seconds: number) => ({
    hours: Math.floor(seconds / 3600),
    minutes: Math.floor(seconds / 60) % 60,
    seconds: seconds % 60,
    milliseconds: 12,
  });
  const item =
    'series' in title
      ? {
          type: 'episode',
          title: title.name ?? 'A name',
          showtitle: title.series,
          season: title.season,
          episode: title.number,
        }
      : { type: 'movie', title: title.title, year: title.year };
  const player = {
    playerid: 1,
    speed: event === 'play' ? 1 : 0,
    time: time(progress),
    totaltime: time(duration),
  };
  return json({
    jsonrpc: '2.0',
    method: `Player.On${{ play: 'AVStart', pause: 'Pause', stop: 'Stop' }[event]}`,
    params: {
      sender: 'xbmc',
      profile: account,
      data: { item: { id: 19, ...item, uniqueid: title.ids }, player, end: isPlayed },
    },
  });
};

export const MEDIA_SERVERS: Readonly<Record<'jellyfin' | 'plex' | 'emby' | 'kodi', MediaServer>> = {
  jellyfin,
  plex: (title, moment) => multipart('payload', plexContent(title, moment)),
  emby: (title, moment) => json(embyContent(title, moment)),
  kodi,
};

/** Emby before version 4.9. */
export const oldEmby: MediaServer = (title, moment) => multipart('data', embyContent(title, moment));
