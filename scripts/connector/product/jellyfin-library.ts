/** Items of the stand-in, in the words of Jellyfin's API; open films, so that their names are real. */
const film = {
  Id: '0f000000000000000000000000000001',
  Type: 'Movie',
  Name: 'Big Buck Bunny',
  ProductionYear: 2008,
  ProviderIds: { Tmdb: '10378', Imdb: 'tt1254207' },
} as const;

const series = {
  Id: '0f000000000000000000000000000010',
  Type: 'Series',
  Name: 'Caminandes',
  ProductionYear: 2013,
  IsFolder: true,
  ProviderIds: { Tmdb: '100001', Imdb: 'tt9000001', Tvdb: '200001' },
} as const;

const episodeOf = (number: number, Name: string, year: number) =>
  ({
    Id: `0f00000000000000000000000000001${number}`,
    Type: 'Episode',
    Name,
    SeriesName: series.Name,
    SeriesId: series.Id,
    SeasonName: 'Season 1',
    ParentIndexNumber: 1,
    IndexNumber: number,
    ProductionYear: year,
    ProviderIds: { Tmdb: `30000${number}` },
  }) as const;

export const episodes = [
  episodeOf(1, 'Llama Drama', 2013),
  episodeOf(2, 'Gran Dillama', 2013),
  episodeOf(3, 'Llamigos', 2016),
] as const;

export const library = [film, series, ...episodes] as const;

/** Seconds that the films of the stand-in claim to run. */
const claimedSeconds = 600;

const ticksPerSecond = 10_000_000;

/** What the server tells of an item. */
export function toDto(item: (typeof library)[number]): object {
  const isPlayable = item.Type !== 'Series';
  return {
    ServerId: serverId,
    MediaType: isPlayable ? 'Video' : 'Unknown',
    LocationType: 'FileSystem',
    PlayAccess: 'Full',
    UserData: { PlaybackPositionTicks: 0, PlayCount: 0, IsFavorite: false, Played: false, Key: item.Id },
    ImageTags: {},
    BackdropImageTags: [],
    People: [],
    Studios: [],
    GenreItems: [],
    Genres: [],
    Chapters: [],
    ...(isPlayable && {
      RunTimeTicks: claimedSeconds * ticksPerSecond,
      MediaSources: [mediaSource(item.Id)],
    }),
    ...item,
  };
}

/** One file that every browser plays as it is. */
export function mediaSource(id: string): object {
  return {
    Id: id,
    Protocol: 'File',
    Type: 'Default',
    Name: 'film',
    Container: 'webm',
    RunTimeTicks: claimedSeconds * ticksPerSecond,
    SupportsDirectPlay: true,
    SupportsDirectStream: true,
    SupportsTranscoding: false,
    IsRemote: false,
    MediaStreams: [
      { Type: 'Video', Codec: 'vp8', Index: 0, Width: 320, Height: 180, IsDefault: true, VideoRange: 'SDR' },
    ],
    MediaAttachments: [],
    Formats: [],
    Bitrate: 500_000,
    DefaultAudioStreamIndex: -1,
  };
}

export const serverId = '0f0000000000000000000000000000aa';
export const userId = '0f0000000000000000000000000000bb';
export const token = 'token-of-the-stand-in';
