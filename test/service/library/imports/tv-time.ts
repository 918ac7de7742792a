import {
  allAt,
  csv,
  episodes,
  films,
  imdbOf,
  lastOfEach,
  otherOrder,
  plainTime,
  special,
  titleOf,
  tvdbEpisodeOf,
  tvdbOf,
  zip,
  type ImportFile,
  type Seen,
} from './history';

/** TV Time, which counts as TheTVDB does: its data on demand of three generations, and its last export. */
const shown = [...episodes, special, otherOrder];
const numbersOf = ({ place, tvdbPlace = place }: Seen) => tvdbPlace ?? [0, 0];
/** "Dark (2017)" where several series have the name. */
const seriesOf = (seen: Seen) =>
  titleOf(seen) === 'Dark' ? `Dark (${String(seen.work.year)})` : titleOf(seen);

const V1 =
  'watch_count,uuid,type,series_name,type-uuid-n,updated_at,user_id,created_at,series_id,runtime,release_date,'.concat(
    'alpha_range_key,movie_name,entity_type,rewatch_count,watch_date,season_number,episode_number,episode_id,',
    'watch_date_range_key,country',
  );
const uuidOf = (seen: Seen) => `00000000-0000-0000-0000-${String(seen.work.id).padStart(12, '0')}`;
const v1Film = (seen: Seen, index: number) => {
  const isAgain = films.slice(0, index).some((other) => other.work === seen.work);
  const type = isAgain ? 'rewatch' : 'watch';
  return {
    uuid: uuidOf(seen),
    type,
    'type-uuid-n': `${type}-${uuidOf(seen)}-0`,
    user_id: 0,
    created_at: plainTime(seen),
    release_date: `${String(seen.work.year)}-07-01 00:00:00`,
    movie_name: titleOf(seen),
    entity_type: 'movie',
    watch_date_range_key: `watch-date-${String(Date.parse(seen.at) / 1000)}`,
  };
};
const v1Episode = (seen: Seen) => ({
  uuid: uuidOf(seen),
  type: 'watch',
  'type-uuid-n': `watch-${uuidOf(seen)}-1`,
  created_at: plainTime(seen),
  series_name: seriesOf(seen),
  entity_type: 'episode',
  season_number: numbersOf(seen)[0],
  episode_number: numbersOf(seen)[1],
  episode_id: tvdbEpisodeOf(seen),
});
const planned = {
  type: 'towatch',
  entity_type: 'movie',
  movie_name: 'Nothing Seen',
  created_at: '2024-01-01 10:00:00',
};

const V2 =
  'created_at,user_id,key,total_series_runtime,updated_at,ep_watch_count,series_follow_count,uuid,is_archived,'.concat(
    'is_followed,s_id,is_for_later,most_recent_ep_watched,followed_at,runtime,bulk_type,s_no,ep_no,is_unitary,ep_id,',
    'rewatch_count,gsi,is_special,movie_name,series_name,season_number,episode_number',
  );
const v2Episode = (seen: Seen, index: number) => ({
  created_at: plainTime(seen),
  user_id: 0,
  key: `watch-episode-${uuidOf(seen)}-${String(index)}`,
  updated_at: plainTime(seen),
  s_id: tvdbOf(seen),
  runtime: 2700,
  s_no: numbersOf(seen)[0],
  ep_no: numbersOf(seen)[1],
  is_unitary: true,
  ep_id: tvdbEpisodeOf(seen),
  series_name: seriesOf(seen),
  season_number: numbersOf(seen)[0],
  episode_number: numbersOf(seen)[1],
});
const v2Series = (seen: Seen) => ({
  created_at: plainTime(seen),
  key: `user-series-${uuidOf(seen)}`,
  is_archived: false,
  is_followed: true,
  s_id: tvdbOf(seen),
  is_for_later: false,
  series_name: seriesOf(seen),
});
const v1 = csv(V1, [...films.map(v1Film), planned]);
const v2 = csv(V2, [
  { key: 'tracking-stats', created_at: '2021-11-12 17:11:33' },
  ...shown.map(v2Episode),
  ...episodes.slice(0, 1).map(v2Series),
]);

const seenEpisode = (seen: Seen) => ({
  user_id: 0,
  episode_id: tvdbEpisodeOf(seen),
  created_at: plainTime(seen),
  updated_at: plainTime(seen),
  tv_show_name: seriesOf(seen),
  episode_season_number: numbersOf(seen)[0],
  episode_number: numbersOf(seen)[1],
});
const OLD =
  'user_id,episode_id,watched_on_source_id,created_at,updated_at,tv_show_name,episode_season_number,episode_number';

const lastShown = lastOfEach(shown);
const lastFilms = lastOfEach(films);
const againOf = (seen: Seen) =>
  [...films, ...shown].filter((one) => one.work === seen.work && String(one.place) === String(seen.place))
    .length - 1;
const lastSeries = csv(
  'series_tvdb_id,series_imdb_id,series_uuid,title,season,episode,tvdb_id,is_watched,watched_at,rewatch_count,special',
  [
    ...lastShown.map((seen) => ({
      series_tvdb_id: tvdbOf(seen),
      series_uuid: uuidOf(seen),
      title: seriesOf(seen),
      season: numbersOf(seen)[0],
      episode: numbersOf(seen)[1],
      tvdb_id: tvdbEpisodeOf(seen),
      is_watched: true,
      watched_at: plainTime(seen),
      rewatch_count: againOf(seen),
      special: numbersOf(seen)[0] === 0,
    })),
    { title: 'Dark', season: 1, episode: 9, is_watched: false, rewatch_count: 0, special: false },
  ],
);
const lastMovies = csv('uuid,tvdb_id,imdb_id,title,year,created_at,watched_at,is_watched,rewatch_count', [
  ...lastFilms.map((seen) => ({
    uuid: uuidOf(seen),
    tvdb_id: 1,
    imdb_id: imdbOf(seen),
    title: titleOf(seen),
    year: seen.work.year,
    created_at: seen.at,
    watched_at: seen.at,
    is_watched: true,
    rewatch_count: againOf(seen),
  })),
  {
    title: 'Nothing Seen',
    year: 2021,
    created_at: '2022-10-18T22:12:05Z',
    is_watched: false,
    rewatch_count: 0,
  },
]);
const seriesJson = [...new Set(lastShown.map(({ work }) => work))].map((work) => {
  const seen = lastShown.filter((one) => one.work === work);
  const numbers = [...new Set(seen.map((one) => numbersOf(one)[0]))];
  return {
    id: { tvdb: seen[0] && tvdbOf(seen[0]), imdb: null },
    title: seen[0] && seriesOf(seen[0]),
    status: 'continuing',
    seasons: numbers.map((number) => ({
      number,
      episodes: [
        ...seen
          .filter((one) => numbersOf(one)[0] === number)
          .map((one) => ({
            id: { tvdb: tvdbEpisodeOf(one), imdb: null },
            number: numbersOf(one)[1],
            is_watched: true,
            watched_at: one.at,
          })),
        { id: { tvdb: 1, imdb: null }, number: 99, is_watched: false, watched_at: null },
      ],
    })),
  };
});
const moviesJson = lastFilms.map((seen) => ({
  id: { tvdb: 1, imdb: imdbOf(seen) },
  title: titleOf(seen),
  year: seen.work.year,
  is_watched: true,
  watched_at: seen.at,
}));

const tvTime = (form: string, name: string, content: ImportFile['content'], seen: readonly Seen[]) =>
  ({ product: 'TV Time', form, name, content, seen: allAt('time', seen) }) satisfies ImportFile;

export const TV_TIME: readonly ImportFile[] = [
  tvTime('personal data, films', 'tracking-prod-records.csv', v1, films),
  tvTime('personal data, episodes', 'tracking-prod-records.csv', csv(V1, shown.map(v1Episode)), shown),
  tvTime('personal data, second form', 'tracking-prod-records-v2.csv', v2, shown),
  tvTime('personal data, oldest form', 'seen_episode_latest.csv', csv(OLD, shown.map(seenEpisode)), shown),
  tvTime(
    'personal data, the whole archive',
    'gdpr-data.zip',
    zip({
      'gdpr/tracking-prod-records.csv': v1,
      'gdpr/tracking-prod-records-v2.csv': v2,
      'gdpr/seen_episode_latest.csv': csv(OLD, shown.map(seenEpisode)),
      'gdpr/user.csv': 'user_id,name,mail\n0,Ada,ada@example.org\n',
      'gdpr/ip_address.csv': 'user_id,ip\n0,192.0.2.1\n',
      'gdpr/followed_tv_show.csv':
        'user_id,tv_show_id,notification_type,notification_offset,created_at,active,diffusion,folder_id,archived,tv_show_name\n0,81189,2,0,2021-03-15 20:42:59,1,,,0,Breaking Bad\n',
    }),
    [...films, ...shown],
  ),
  tvTime('last export, episodes', 'tvtime-series-episodes.csv', lastSeries, lastShown),
  tvTime('last export, films', 'tvtime-movies.csv', lastMovies, lastFilms),
  tvTime('last export, series as JSON', 'tvtime-series.json', JSON.stringify(seriesJson), lastShown),
  tvTime('last export, films as JSON', 'tvtime-movies.json', JSON.stringify(moviesJson), lastFilms),
  tvTime(
    'last export, the whole archive',
    'tvtime-export.zip',
    zip({
      'tvtime-series-episodes.csv': lastSeries,
      'tvtime-movies.csv': lastMovies,
      'tvtime-series.json': JSON.stringify(seriesJson),
      'tvtime-movies.json': JSON.stringify(moviesJson),
    }),
    [...lastFilms, ...lastShown],
  ),
  tvTime(
    'saved by TV Time Liberator',
    'activity_history.csv',
    csv(
      'imdb_id,tvdb_id,type,title,season,episode,is_special,is_watched,watched_at,status,is_watchlisted,rating',
      [
        ...lastFilms.map((seen) => ({
          imdb_id: imdbOf(seen),
          tvdb_id: 1,
          type: 'movie',
          title: titleOf(seen),
          is_watched: true,
          watched_at: seen.at,
          is_watchlisted: false,
        })),
        ...lastShown.map((seen) => ({
          imdb_id: -1,
          tvdb_id: tvdbEpisodeOf(seen),
          type: 'episode',
          title: seriesOf(seen),
          season: numbersOf(seen)[0],
          episode: numbersOf(seen)[1],
          is_special: numbersOf(seen)[0] === 0,
          is_watched: true,
          watched_at: seen.at,
        })),
      ],
    ),
    [...lastFilms, ...lastShown],
  ),
];
