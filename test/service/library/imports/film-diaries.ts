import {
  allAt,
  csv,
  dayOf,
  films,
  imdbOf,
  lastOfEach,
  titleOf,
  zip,
  type ImportFile,
  type Seen,
} from './history';

/** Letterboxd, IMDb, TMDB and Movary: of films, by days. */
const letterboxd = (form: string, name: string, content: ImportFile['content'], seen: ImportFile['seen']) =>
  ({ product: 'Letterboxd', form, name, content, seen }) satisfies ImportFile;

const film = (seen: Seen) => ({
  Date: dayOf(seen),
  Name: titleOf(seen),
  Year: seen.work.year,
  'Letterboxd URI': 'https://boxd.it/1',
  'Watched Date': dayOf(seen),
  Rating: 4.5,
});
const MARKED = 'Date,Name,Year,Letterboxd URI';
const diary = csv(`${MARKED},Rating,Rewatch,Tags,Watched Date`, films.map(film));
const reviews = csv(
  `${MARKED},Rating,Rewatch,Review,Tags,Watched Date`,
  films.slice(0, 3).map((seen) => ({ ...film(seen), Review: 'Two lines,\nwith "marks".', Tags: 'cinema' })),
);
const watched = csv(MARKED, lastOfEach(films).map(film));
const ratings = csv(`${MARKED},Rating`, films.slice(0, 4).map(film));
const watchlist = `${MARKED}\n2024-01-03,Nothing Seen,2021,https://boxd.it/2\n`;
const list =
  'Letterboxd list export v7\nDate,Name,Tags,URL,Description\n2024-02-01,Best,,https://boxd.it/3,\n\n'.concat(
    'Position,Name,Year,URL,Description\n1,Sintel,2010,https://boxd.it/1,\n',
  );

const LETTERBOXD: readonly ImportFile[] = [
  letterboxd(
    'the whole archive',
    'letterboxd-ada-2025-03-01-10-00-utc.zip',
    zip({
      'diary.csv': diary,
      'reviews.csv': reviews,
      'watched.csv': watched,
      'ratings.csv': ratings,
      'watchlist.csv': watchlist,
      'likes/films.csv': csv(MARKED, films.slice(0, 2).map(film)),
      'lists/best.csv': list,
      'deleted/diary.csv': csv(`${MARKED},Rating,Rewatch,Tags,Watched Date`, [
        {
          ...film(films[0] ?? { work: { id: 0 } as never, at: '' }),
          Date: '2022-01-01',
          'Watched Date': '2022-01-01',
        },
      ]),
      'profile.csv': 'Date Joined,Username,Given Name\n2020-01-01,ada,Ada\n',
      'comments.csv': 'Date,Content,Comment\n2024-01-01,https://boxd.it/1,Hm\n',
    }),
    allAt('day', films),
  ),
  letterboxd('diary', 'diary.csv', diary, allAt('day', films)),
  letterboxd('reviews', 'reviews.csv', reviews, allAt('day', films.slice(0, 3))),
  letterboxd('marked as watched', 'watched.csv', watched, allAt('some', lastOfEach(films))),
  letterboxd('ratings', 'ratings.csv', ratings, []),
  letterboxd(
    'the form that it imports, of 1 to 10',
    'import.csv',
    csv(
      'tmdbID,imdbID,Title,Year,Directors,WatchedDate,Rating10,Rewatch,Tags,Review',
      films.map((seen) => ({
        tmdbID: seen.work.id,
        imdbID: imdbOf(seen),
        Title: titleOf(seen),
        Year: seen.work.year,
        WatchedDate: dayOf(seen),
        Rating10: 9,
      })),
    ),
    allAt('day', films),
  ),
];

const MOVARY = 'title,year,tmdbId,imdbId';
const movary = (seen: Seen) => ({
  title: titleOf(seen),
  year: seen.work.year,
  tmdbId: seen.work.id,
  imdbId: imdbOf(seen),
  watchedAt: dayOf(seen),
  addedAt: dayOf(seen),
  userRating: 7,
});
const RATED =
  'Const,Your Rating,Date Rated,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year';
const LISTED =
  'Position,Const,Created,Modified,Description,Title,Original Title,URL,Title Type,IMDb Rating,Runtime (mins),Year,'.concat(
    'Genres,Num Votes,Release Date,Directors,Your Rating,Date Rated',
  );
const imdb = (seen: Seen) => ({
  Const: imdbOf(seen),
  Title: titleOf(seen),
  'Title Type': 'Movie',
  Year: seen.work.year,
  Created: dayOf(seen),
  'Your Rating': 8,
  'Date Rated': dayOf(seen),
  'Num Votes': 12,
});
const TMDB =
  'TMDb ID,IMDb ID,Type,Name,Release Date,Season Number,Episode Number,Rating,Your Rating,Date Rated';
const tmdb = (seen: Seen) => ({
  'TMDb ID': seen.work.id,
  'IMDb ID': imdbOf(seen),
  Type: 'movie',
  Name: titleOf(seen),
  'Your Rating': 7,
  'Date Rated': seen.at,
});

export const FILM_DIARIES: readonly ImportFile[] = [
  ...LETTERBOXD,
  {
    product: 'Movary',
    form: 'history',
    name: 'export-history-1-1700000000.csv',
    content: csv(`${MOVARY},watchedAt,comment,location`, films.map(movary)),
    seen: allAt('day', films),
  },
  {
    product: 'Movary',
    form: 'ratings',
    name: 'export-ratings-1-1700000000.csv',
    content: csv(`${MOVARY},userRating`, films.map(movary)),
    seen: [],
  },
  {
    product: 'Movary',
    form: 'watchlist',
    name: 'export-watchlist-1-1700000000.csv',
    content: csv(`${MOVARY},addedAt`, films.map(movary)),
    seen: [],
  },
  { product: 'IMDb', form: 'ratings', name: 'ratings.csv', content: csv(RATED, films.map(imdb)), seen: [] },
  {
    product: 'IMDb',
    form: 'watchlist, one title rated',
    name: 'WATCHLIST.csv',
    content: csv(
      LISTED,
      films.map((seen, index) => ({
        ...imdb(seen),
        Position: index + 1,
        'Your Rating': index === 0 ? 8 : '',
      })),
    ),
    seen: [],
  },
  { product: 'TMDB', form: 'ratings', name: 'ratings.csv', content: csv(TMDB, films.map(tmdb)), seen: [] },
  {
    product: 'TMDB',
    form: 'watchlist',
    name: 'watchlist.csv',
    content: csv(
      TMDB,
      films.map((seen) => ({ ...tmdb(seen), 'Your Rating': '' })),
    ),
    seen: [],
  },
];
