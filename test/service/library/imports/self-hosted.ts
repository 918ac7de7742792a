import { gzipSync } from 'node:zlib';
import {
  allAt,
  csv,
  dayOf,
  episodes,
  films,
  flcl,
  lastOfEach,
  nameOf,
  special,
  titleOf,
  tvdbOf,
  yourName,
  type ImportFile,
  type Seen,
} from './history';

/** Yamtrack, Watcharr, Ryot, Serializd, Matinee, and the lists of anime. */
const all = [...films, ...episodes, special];
const isFilm = ({ place }: Seen) => place === undefined;

const yamtrack = (seen: Seen) => ({
  media_id: seen.work.id,
  source: 'tmdb',
  media_type: isFilm(seen) ? 'movie' : 'episode',
  title: titleOf(seen),
  image: 'https://image.example/1.jpg',
  season_number: seen.place?.[0],
  episode_number: seen.place?.[1],
  progress: isFilm(seen) ? 1 : '',
  status: isFilm(seen) ? 'Completed' : '',
  end_date: seen.at,
  progress_changed: '2025-06-01T10:00:00Z',
  watch_date: dayOf(seen),
  score: isFilm(seen) ? '8.5' : '',
});
const yamtrackSeries = {
  ...yamtrack(special),
  media_type: 'tv',
  season_number: '',
  episode_number: '',
  status: 'In progress',
};
const yamtrackNoise = [
  yamtrackSeries,
  { ...yamtrackSeries, media_type: 'season', season_number: 1 },
  { media_id: 2, source: 'mal', media_type: 'manga', title: 'A comic', status: 'Completed' },
  { media_id: 593_048, source: 'tmdb', media_type: 'movie', title: 'Nothing Seen', status: 'Planning' },
  { media_id: 593_049, source: 'tmdb', media_type: 'movie', title: 'Given Up', status: 'Dropped' },
];

const watcharrSeries = [...new Set([...episodes, special].map(({ work }) => work))].map((work) => {
  const seen = lastOfEach([...episodes, special].filter((one) => one.work === work));
  return {
    id: work.id,
    createdAt: '2024-07-01T10:00:00.1Z',
    updatedAt: '2024-07-02T10:00:00.1Z',
    status: 'WATCHING',
    rating: 9,
    content: { tmdbId: work.id, title: work.original_title, type: 'tv' },
    activity: [],
    watchedEpisodes: [
      ...seen.map((one) => ({
        createdAt: '2024-07-01T10:00:00.1Z',
        seasonNumber: one.place?.[0],
        episodeNumber: one.place?.[1],
        status: 'FINISHED',
        rating: 0,
      })),
      {
        createdAt: '2024-07-01T10:00:00.1Z',
        seasonNumber: 1,
        episodeNumber: 5,
        status: 'PLANNED',
        rating: 0,
      },
    ].filter(
      ({ status, episodeNumber }) =>
        status === 'FINISHED' || !seen.some((one) => one.place?.[1] === episodeNumber),
    ),
  };
});
const watcharr = [
  ...lastOfEach(films).map((seen) => ({
    createdAt: '2024-07-01T10:00:00.1Z',
    updatedAt: '2024-07-02T10:00:00.1Z',
    status: 'FINISHED',
    rating: 8,
    content: { tmdbId: seen.work.id, title: titleOf(seen), type: 'movie' },
    activity: [{ type: 'STATUS_CHANGED', data: 'FINISHED', customDate: seen.at }],
  })),
  {
    createdAt: '2024-07-01T10:00:00.1Z',
    status: 'DROPPED',
    rating: 0,
    content: { tmdbId: 5, title: 'Given Up', type: 'movie' },
    activity: [],
  },
  ...watcharrSeries,
];

const ryotEntry = (seen: readonly Seen[]) => ({
  lot: seen.some(isFilm) ? 'movie' : 'show',
  source: 'tmdb',
  identifier: String(seen[0]?.work.id),
  source_id: seen[0] && titleOf(seen[0]),
  seen_history: seen.map((one) => ({
    progress: '100',
    started_on: dayOf(one),
    ended_on: dayOf(one),
    ...(isFilm(one) ? {} : { show_season_number: one.place?.[0], show_episode_number: one.place?.[1] }),
    provider_watched_on: 'Jellyfin',
  })),
  reviews: [],
  collections: [{ collection_name: 'Completed', created_on: '2024-01-02T10:00:00Z' }],
});
const ryot = [...new Set(all.map(({ work }) => work))].map((work) =>
  ryotEntry(all.filter((one) => one.work === work)),
);
const ryotByTvdb = ryot.map((entry) =>
  entry.lot === 'show' ? { ...entry, source: 'tvdb', identifier: tvdbId(Number(entry.identifier)) } : entry,
);
function tvdbId(id: number): string {
  return String(tvdbOf({ work: { ...flcl, id }, at: '' }));
}

const serializd = (seen: Seen, index: number) => ({
  id: index + 1,
  showId: seen.work.id,
  showName: titleOf(seen),
  seasonId: 77 + (seen.place?.[0] ?? 0),
  showSeasons: [0, 1, 2].map((number) => ({
    id: 77 + number,
    seasonNumber: number,
    name: `Season ${String(number)}`,
  })),
  episodeNumber: seen.place?.[1],
  backdate: seen.at,
  dateAdded: '2025-07-01T10:00:00Z',
  rating: 0,
  isLog: true,
});
const diary = (seen: Seen) => ({
  name: titleOf(seen),
  showId: seen.work.id,
  dateAdded: seen.at,
  rating: 8,
  reviewText: '',
  isLog: true,
  isRewatch: false,
  season: { seasonId: 7, seasonNumber: seen.place?.[0] },
  episode: { episodeNumber: seen.place?.[1], name: nameOf(seen) },
  tags: [],
});
const shown = [...episodes, special];

/** How far somebody is. The last episode has the day of the end; of the others none is stated. */
const anime: readonly Seen[] = [1, 2, 3].map((number) => ({
  work: flcl,
  place: [1, number],
  at: '2024-05-06T12:00:00Z',
}));
const animeSeen: ImportFile['seen'] = [
  ...allAt('some', anime.slice(0, 2)),
  ...allAt('day', anime.slice(2)),
  ...allAt(
    'day',
    films.filter(({ work }) => work === yourName),
  ),
];
const malEntry = (fields: Record<string, string | number>) =>
  `<anime>\n${Object.entries(fields)
    .map(([name, value]) => `\t<${name}>${String(value)}</${name}>`)
    .join('\n')}\n</anime>`;
const malFields = { series_animedb_id: 227, my_id: 0, my_start_date: '0000-00-00', my_tags: '<![CDATA[]]>' };
const mal = [
  '<?xml version="1.0" encoding="UTF-8" ?>\n<!-- Created by XML Export feature at MyAnimeList.net -->\n<myanimelist>',
  '<myinfo><user_name>ada</user_name><user_export_type>1</user_export_type></myinfo>',
  malEntry({
    ...malFields,
    series_title: '<![CDATA[FLCL]]>',
    series_type: 'OVA',
    series_episodes: 6,
    my_watched_episodes: 3,
    my_finish_date: '2024-05-06',
    my_score: 8,
    my_status: 'Watching',
  }),
  malEntry({
    ...malFields,
    series_title: '<![CDATA[Kimi no Na wa.]]>',
    series_type: 'Movie',
    series_episodes: 1,
    my_watched_episodes: 1,
    my_finish_date: '2024-07-13',
    my_score: 9,
    my_status: 'Completed',
  }),
  malEntry({
    ...malFields,
    series_title: '<![CDATA[Later]]>',
    series_type: 'TV',
    my_watched_episodes: 0,
    my_finish_date: '0000-00-00',
    my_score: 0,
    my_status: 'Plan to Watch',
  }),
  '</myanimelist>',
].join('\n');
const day = (text: string) => {
  const [year, month, date] = text.split('-').map(Number);
  return { year, month, day: date };
};
const NO_DAY = { year: null, month: null, day: null };
const aniListEntries = [
  {
    status: 'CURRENT',
    score: 8,
    progress: 3,
    repeat: 0,
    completedAt: day('2024-05-06'),
    media: { idMal: 227, format: 'OVA', title: { romaji: 'FLCL', english: 'FLCL' } },
  },
  {
    status: 'COMPLETED',
    score: 9,
    progress: 1,
    repeat: 0,
    completedAt: day('2024-07-13'),
    media: { idMal: 32_281, format: 'MOVIE', title: { romaji: 'Kimi no Na wa.', english: 'Your Name.' } },
  },
  {
    status: 'PLANNING',
    score: 0,
    progress: 0,
    repeat: 0,
    completedAt: NO_DAY,
    media: { idMal: 1, format: 'TV', title: { romaji: 'Later' } },
  },
];
const lists = [
  { name: 'Watching', isCustomList: false, entries: aniListEntries },
  { name: 'Best', isCustomList: true, entries: aniListEntries.slice(0, 1) },
];

const file = (
  product: string,
  form: string,
  name: string,
  content: ImportFile['content'],
  seen: ImportFile['seen'],
) => ({ product, form, name, content, seen }) satisfies ImportFile;
const json = (value: unknown) => JSON.stringify(value);

const ownMedia = ({ work: { id }, place }: Seen) =>
  place === undefined
    ? { type: 'movie', tmdbId: id }
    : { type: 'episode', tmdbId: id, tvShowId: id, seasonNumber: place[0], episodeNumber: place[1] };
const own = all.map((seen, index) => ({
  id: `viewing-${String(index)}`,
  media: ownMedia(seen),
  progress: 2600,
  duration: 2700,
  watched: true,
  startedAt: seen.at,
  updatedAt: seen.at,
  watchedAt: seen.at,
}));
const ownRow = (seen: Seen, index: number) => ({
  ...ownMedia(seen),
  tmdbId: seen.work.id,
  title: titleOf(seen),
  watchedAt: seen.at,
  startedAt: seen.at,
  progress: 2600,
  duration: 2700,
  id: `viewing-${String(index)}`,
});

export const SELF_HOSTED: readonly ImportFile[] = [
  file(
    'Matinee',
    'export, JSON',
    'matinee.json',
    json({ matinee: 1, exportedAt: '2025-07-01T10:00:00Z', history: own, progress: [], ratings: [] }),
    allAt('time', all),
  ),
  file(
    'Matinee',
    'export, CSV',
    'matinee.csv',
    csv(
      'type,title,year,seasonNumber,episodeNumber,watchedAt,startedAt,progress,duration,tmdbId,episodeId,id',
      all.map(ownRow),
    ),
    allAt('time', all),
  ),
  file(
    'Yamtrack',
    'export',
    'yamtrack_2025-06-01.csv',
    csv(
      'media_id,source,media_type,title,image,season_number,episode_number,score,progress,status,start_date,end_date,notes,progress_changed',
      [...all.map(yamtrack), ...yamtrackNoise],
    ),
    allAt('time', all),
  ),
  file(
    'Yamtrack',
    'export of 2024, without sources',
    'yamtrack_2024-06-01.csv',
    csv(
      'media_id,media_type,title,image,score,progress,status,start_date,end_date,notes,season_number,episode_number,watch_date',
      all.map((seen) => ({ ...yamtrack(seen), end_date: isFilm(seen) ? dayOf(seen) : '' })),
    ),
    allAt('day', all),
  ),
  file('Watcharr', 'export', 'watcharr-export.json', json(watcharr), [
    ...allAt('time', lastOfEach(films)),
    ...allAt(
      'time',
      lastOfEach(shown).map((seen) => ({ ...seen, at: '2024-07-01T10:00:00.1Z' })),
    ),
  ]),
  file(
    'Ryot',
    'export',
    'ryot-export.json',
    json({ metadata: ryot, people: [], workouts: [] }),
    allAt('day', all),
  ),
  file(
    'Ryot',
    'export of 2024, by TheTVDB',
    'ryot-export.json',
    json({ media: ryotByTvdb }),
    allAt('day', all),
  ),
  file(
    'Serializd',
    'answers of its interface',
    'diary.json',
    json({ reviews: shown.map(serializd), totalReviews: shown.length }),
    allAt('time', shown),
  ),
  file(
    'Serializd',
    'export of a program, JSON',
    'serializd-export.json',
    json({ exportedAt: '2025-07-01', username: 'ada', fields: ['name'], shows: [], diary: shown.map(diary) }),
    allAt('time', shown),
  ),
  file(
    'Serializd',
    'export of a program, CSV',
    'diary.csv',
    csv(
      'name,showId,dateAdded,rating,reviewText,episode,season,isRewatch,isLog,tags,like',
      shown.map((seen) => ({
        ...diary(seen),
        season: json(diary(seen).season),
        episode: json(diary(seen).episode),
        tags: '',
      })),
    ),
    allAt('time', shown),
  ),
  file('MyAnimeList', 'export', 'animelist_1717000000_-_1234.xml', mal, animeSeen),
  file('MyAnimeList', 'export, packed', 'animelist_1717000000_-_1234.xml.gz', gzipSync(mal), animeSeen),
  file(
    'AniList',
    'answer of its interface',
    'anilist.json',
    json({ data: { MediaListCollection: { lists } } }),
    animeSeen,
  ),
  file(
    'AniList',
    'saved by a program',
    'anilist.json',
    json({ data: { anime: { lists }, manga: { lists: [] } } }),
    animeSeen,
  ),
];
