/**
 * The works of the demonstration cinema. Each is the same short film under the title and year of a real work.
 */
export type Work = Film | Episode;

interface Film {
  readonly kind: 'film';
  readonly id: string;
  readonly title: string;
  readonly year: number;
  readonly about: string;
  readonly poster: string;
  /** Id of the film or series. The clip is far shorter than the work, so a match needs an id. */
  readonly imdb: string;
}

export interface Episode {
  readonly kind: 'episode';
  readonly id: string;
  readonly series: string;
  readonly year: number;
  readonly season: number;
  readonly number: number;
  readonly title: string;
  readonly about: string;
  readonly poster: string;
  /** Id of the film or series. The clip is far shorter than the work, so a match needs an id. */
  readonly imdb: string;
}

export const PROGRAMME: readonly Work[] = [
  {
    kind: 'film',
    id: 'big-buck-bunny',
    title: 'Big Buck Bunny',
    year: 2008,
    about: 'A giant rabbit with a heart bigger than himself, three rude rodents, and a plan.',
    poster: 'big-buck-bunny.svg',
    imdb: 'tt1254207',
  },
  {
    kind: 'film',
    id: 'sintel',
    title: 'Sintel',
    year: 2010,
    about: 'A lonely young woman crosses half a world to find the dragon that was taken from her.',
    poster: 'sintel.svg',
    imdb: 'tt1727587',
  },
  {
    kind: 'film',
    id: 'tears-of-steel',
    title: 'Tears of Steel',
    year: 2012,
    about: 'Amsterdam, some day: warriors and scientists restage the past to save what comes after it.',
    poster: 'tears-of-steel.svg',
    imdb: 'tt2285752',
  },
  {
    kind: 'episode',
    id: 'sherlock-s1e1',
    series: 'Sherlock',
    year: 2010,
    season: 1,
    number: 1,
    title: 'A Study in Pink',
    about: 'Four people are dead by their own hand, and a detective is delighted.',
    poster: 'sherlock.svg',
    imdb: 'tt1475582',
  },
  {
    kind: 'episode',
    id: 'sherlock-s1e2',
    series: 'Sherlock',
    year: 2010,
    season: 1,
    number: 2,
    title: 'The Blind Banker',
    about: 'A line of yellow paint across a portrait, in a bank that nobody entered.',
    poster: 'sherlock.svg',
    imdb: 'tt1475582',
  },
];

/** The address of the page that plays it: `/cinema/film/sintel`, `/cinema/series/sherlock/sherlock-s1e2`. */
export function pathOf(work: Work): string {
  return work.kind === 'film'
    ? `/cinema/film/${work.id}`
    : `/cinema/series/${work.series.toLowerCase()}/${work.id}`;
}

/** The next episode; undefined for films and last episodes. */
export function nextOf(work: Work): Episode | undefined {
  if (work.kind === 'film') return undefined;
  return PROGRAMME.filter((other) => other.kind === 'episode').find(
    (other) => other.series === work.series && other.number === work.number + 1,
  );
}

/** `S1:E2 The Blind Banker`, as the page shows it. */
export function episodeLine({ season, number, title }: Episode): string {
  return `S${season}:E${number} ${title}`;
}
