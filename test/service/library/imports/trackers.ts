import {
  allAt,
  csv,
  dayOf,
  episodes,
  films,
  imdbOf,
  lastOfEach,
  nameOf,
  otherOrder,
  special,
  titleOf,
  tvdbEpisodeOf,
  tvdbOf,
  zip,
  type ImportFile,
  type Seen,
} from './history';

/** Trakt and Simkl: films and episodes, by times. */
const all = [...films, ...episodes, special];

const work = (seen: Seen) => ({
  title: titleOf(seen),
  year: seen.work.year,
  ids: { trakt: seen.work.id + 9, imdb: imdbOf(seen), tmdb: seen.work.id, tvdb: tvdbOf(seen) },
});
const isFilm = ({ place }: Seen) => place === undefined;

function traktEntry(seen: Seen): object {
  if (isFilm(seen)) return { type: 'movie', movie: work(seen) };
  const [season, number] = seen.place ?? [];
  const episode = { season, number, title: nameOf(seen), ids: { trakt: 4, tvdb: tvdbEpisodeOf(seen) } };
  return { type: 'episode', episode, show: work(seen) };
}
const played = (seen: Seen, index: number) => ({
  id: index + 1,
  watched_at: seen.at.replace('Z', '.000Z'),
  action: 'watch',
  ...traktEntry(seen),
});
const rated = (seen: Seen) => ({ rated_at: seen.at, rating: 8, ...traktEntry(seen) });
const history = JSON.stringify(all.map(played));

/** Each work with its plays. */
function watchedOf(seen: readonly Seen[]): object[] {
  const ofWork = (id: number) => seen.filter((one) => one.work.id === id);
  return [...new Set(seen.map((one) => one.work.id))].map((id) => {
    const plays = ofWork(id);
    const last = plays.at(-1) ?? plays[0];
    if (last === undefined) return {};
    const times = { plays: plays.length, last_watched_at: last.at, last_updated_at: last.at };
    if (isFilm(last)) return { ...times, movie: work(last) };
    const numbers = [...new Set(plays.map((one) => one.place?.[0]))];
    const seasons = numbers.map((number) => ({
      number,
      episodes: lastOfEach(plays.filter((one) => one.place?.[0] === number)).map((one) => ({
        number: one.place?.[1],
        plays: plays.filter((other) => String(other.place) === String(one.place)).length,
        last_watched_at: one.at,
      })),
    }));
    return { ...times, show: work(last), seasons };
  });
}

const listed = films.slice(0, 2).map((seen) => ({ rank: 1, listed_at: seen.at, ...traktEntry(seen) }));
const watchedFilms = JSON.stringify(watchedOf(films));
const watchedShows = JSON.stringify(watchedOf([...episodes, special]));
const TRAKT: readonly ImportFile[] = [
  {
    product: 'Trakt',
    form: 'the whole archive',
    name: 'trakt-export.zip',
    content: zip({
      'ada/watched-history-1.json': history,
      'ada/watched-movies.json': watchedFilms,
      'ada/watched-shows.json': watchedShows,
      'ada/ratings-movies.json': JSON.stringify(films.slice(0, 4).map(rated)),
      'ada/ratings-episodes.json': JSON.stringify(episodes.slice(0, 2).map(rated)),
      'ada/lists-watchlist.json': JSON.stringify(listed),
      'ada/user-profile.json': JSON.stringify({ username: 'ada', private: false }),
      'ada/comments-seasons.json': '[]',
    }),
    seen: allAt('time', all),
  },
  { product: 'Trakt', form: 'history', name: 'history.json', content: history, seen: allAt('time', all) },
  {
    product: 'Trakt',
    form: 'films that were watched',
    name: 'watched-movies.json',
    content: watchedFilms,
    seen: allAt('time', lastOfEach(films)),
  },
  {
    product: 'Trakt',
    form: 'series that were watched',
    name: 'watched-shows.json',
    content: watchedShows,
    seen: allAt('time', lastOfEach([...episodes, special])),
  },
  {
    product: 'Trakt',
    form: 'ratings',
    name: 'ratings-movies.json',
    content: JSON.stringify(films.map(rated)),
    seen: [],
  },
  {
    product: 'Trakt',
    form: 'CSV',
    name: 'trakt.csv',
    content: csv(
      'action,type,title,year,trakt_id,imdb_id,tmdb_id,season,episode,watched_at,rating,rated_at',
      all.map((seen) => ({
        action: 'history',
        type: isFilm(seen) ? 'movie' : 'episode',
        title: titleOf(seen),
        year: seen.work.year,
        ...(isFilm(seen) ? { imdb_id: imdbOf(seen), tmdb_id: seen.work.id } : {}),
        season: seen.place?.[0],
        episode: seen.place?.[1],
        watched_at: seen.at.replace('Z', '.000Z'),
      })),
    ),
    seen: allAt('time', all),
  },
];

/** Series and anime have their last viewings only. */
const simklSeen = [...lastOfEach(films), ...lastOfEach(episodes), special];
const simkl = JSON.stringify({
  movies: [
    ...lastOfEach(films).map((seen) => ({
      added_to_watchlist_at: seen.at,
      last_watched_at: seen.at,
      user_rated_at: null,
      user_rating: null,
      status: 'completed',
      movie: { ...work(seen), ids: { simkl: 7, ...work(seen).ids, tmdb: String(seen.work.id) } },
    })),
    {
      added_to_watchlist_at: '2024-01-01T00:00:00Z',
      status: 'plantowatch',
      movie: { title: 'Nothing Seen' },
    },
    { last_watched_at: null, status: 'dropped', movie: { title: 'Not My Film', year: 2020, ids: {} } },
  ],
  shows: [...new Set([...episodes, special].map(({ work: { id } }) => id))].map((id) => {
    const plays = lastOfEach([...episodes, special].filter((one) => one.work.id === id));
    const seasons = [...new Set(plays.map(({ place }) => place?.[0]))];
    return {
      last_watched_at: plays.at(-1)?.at,
      status: 'watching',
      user_rating: 9,
      show: plays[0] && work(plays[0]),
      seasons: seasons.map((number) => ({
        number,
        episodes: plays
          .filter(({ place }) => place?.[0] === number)
          .map((one) => ({ number: one.place?.[1], watched_at: one.at })),
      })),
    };
  }),
  anime: [],
});
const simklDate = (seen: Seen) => `${dayOf(seen).split('-').toReversed().join('-')} ${seen.at.slice(11, 19)}`;
const simklRow = (seen: Seen) => ({
  SIMKL_ID: seen.work.id,
  Title: titleOf(seen),
  Type: isFilm(seen) ? 'movie' : 'tv',
  Year: seen.work.year,
  Watchlist: 'completed',
  LastEpWatched: isFilm(seen) ? '' : `s${String(seen.place?.[0])}e${String(seen.place?.[1])}`,
  WatchedDate: simklDate(seen),
  TMDB: seen.work.id,
  TMDB_ID: seen.work.id,
  IMDB: imdbOf(seen),
});
/** A series is one line. */
const lastLines = lastOfEach(films).concat(
  episodes.filter((one, index) => !episodes.slice(index + 1).some((later) => later.work.id === one.work.id)),
);
const SIMKL: readonly ImportFile[] = [
  {
    product: 'Simkl',
    form: 'backup',
    name: 'SimklBackup.json',
    content: simkl,
    seen: allAt('time', simklSeen),
  },
  {
    product: 'Simkl',
    form: 'backup, packed',
    name: 'SimklBackup.zip',
    content: zip({ 'SimklBackup.json': simkl }),
    seen: allAt('time', simklSeen),
  },
  {
    product: 'Simkl',
    form: 'backup, CSV',
    name: 'SimklBackup.csv',
    content: csv(
      'SIMKL_ID,Title,Type,Year,Watchlist,LastEpWatched,WatchedDate,Rating,Memo,TVDB,TMDB,IMDB',
      lastLines.map(simklRow),
    ),
    seen: allAt('time', lastLines),
  },
  {
    product: 'Simkl',
    form: 'the CSV that it imports',
    name: 'import.csv',
    content: csv('simkl_id,TVDB_ID,TMDB_ID,IMDB_ID,Type,Title,Year,LastEpWatched,Watchlist,WatchedDate', [
      ...films.map((seen) => ({ ...simklRow(seen), simkl_id: 1, IMDB_ID: imdbOf(seen), TMDB_ID: '' })),
      { Title: 'Nothing Seen', Type: 'movie', Year: 2021, Watchlist: 'plantowatch', WatchedDate: '' },
    ]),
    seen: allAt('time', films),
  },
  {
    product: 'Simkl',
    form: 'a series that TheTVDB counts otherwise',
    name: 'SimklBackup.json',
    content: JSON.stringify({
      shows: [
        {
          last_watched_at: otherOrder.at,
          status: 'watching',
          show: { ...work(otherOrder), ids: { tvdb: tvdbOf(otherOrder), imdb: imdbOf(otherOrder) } },
          seasons: [{ number: 2, episodes: [{ number: 4, watched_at: otherOrder.at }] }],
        },
      ],
    }),
    seen: allAt('time', [otherOrder]),
  },
];

export const TRACKERS: readonly ImportFile[] = [...TRAKT, ...SIMKL];
