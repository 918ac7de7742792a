import type { ServerResponse } from 'node:http';
import { strToU8, zipSync } from 'fflate';
import type { WorkRecord } from '../../../support/film-database/titles';
import { filmRecord, seriesRecord } from '../../catalogue/with-film-database';

/** What one person has seen, which each product writes in its own form, and the works as TMDB has them. */
export interface Seen {
  readonly work: WorkRecord;
  /** Of an episode: as TMDB counts. */
  readonly place?: readonly [season: number, episode: number];
  /** As TheTVDB counts, where that differs. */
  readonly tvdbPlace?: readonly [season: number, episode: number];
  /** ISO 8601, in UTC. */
  readonly at: string;
}

/** How exactly a form states when something was watched. `some`: not at all. */
export type Precision = 'time' | 'day' | 'some';

export interface ImportFile {
  readonly product: string;
  readonly form: string;
  readonly name: string;
  readonly content: string | Uint8Array;
  /** The viewings that the file states. */
  readonly seen: readonly (readonly [Seen, Precision])[];
}

const inEnglish = (record: WorkRecord, en: string, more: Record<string, string> = {}): WorkRecord => {
  const titles = { en, ...more };
  const listed = Object.fromEntries(Object.keys(titles).map((key) => [key, 'translation'] as const));
  return { ...record, titles, listed };
};

const named = (record: WorkRecord, names: readonly (readonly [number, number, string])[]): WorkRecord => ({
  ...record,
  episodes: names.map(([season_number, episode_number, en]) => ({
    season_number,
    episode_number,
    names: { en },
  })),
});

const french = (id: number, title: string, year: number) => ({
  ...filmRecord(id, title, year),
  original_language: 'fr',
});

const sintel = filmRecord(45_745, 'Sintel');
const amelie = inEnglish(french(194, 'Le Fabuleux Destin d’Amélie Poulain', 2001), 'Amélie');
export const fall = inEnglish(french(915_935, 'Anatomie d’une chute', 2023), 'Anatomy of a Fall', {
  de: 'Anatomie eines Falls',
});
const dolly = filmRecord(14_030, 'Hello, Dolly!', 1969);
/** Two films of one name: without a year nobody can tell which it was. */
const twice = filmRecord(71, 'Twice Told', 1999);
const twiceAgain = filmRecord(72, 'Twice Told', 2012);
export const yourName: WorkRecord = {
  ...inEnglish({ ...filmRecord(372_058, '君の名は。', 2016), original_language: 'ja' }, 'Your Name.'),
  alternative: ['Kimi no Na wa.'],
};

const bad = named(seriesRecord(1396, 'Breaking Bad', [7, 13]), [
  [1, 1, 'Pilot'],
  [1, 2, 'Cat’s in the Bag...'],
  [1, 3, '...And the Bag’s in the River'],
  [2, 1, 'Seven Thirty-Seven'],
]);
const dark = named(seriesRecord(70_523, 'Dark', [10, 8]), [
  [1, 1, 'Secrets'],
  [2, 1, 'Beginnings and Endings'],
]);
const collar = named(seriesRecord(21_510, 'White Collar', [14, 16]), [[1, 5, 'The Portrait']]);
const chernobyl = named(seriesRecord(87_108, 'Chernobyl', [5]), [[1, 1, '1:23:45']]);
export const flcl = inEnglish({ ...seriesRecord(26_467, 'フリクリ', [6]), original_language: 'ja' }, 'FLCL');
/** One season at TMDB, two of twelve at TheTVDB. */
const counted = seriesRecord(240_411, 'Counted On', [24]);

export const works: readonly WorkRecord[] = [
  sintel,
  filmRecord(10_378, 'Big Buck Bunny', 2008),
  amelie,
  fall,
  filmRecord(693_134, 'Dune: Part Two', 2024),
  dolly,
  filmRecord(928_344, 'Weird: The Al Yankovic Story', 2022),
  filmRecord(346_364, 'It', 2017),
  twice,
  twiceAgain,
  yourName,
  bad,
  dark,
  collar,
  chernobyl,
  flcl,
  counted,
  // What was planned, and given up.
  filmRecord(801, 'Nothing Seen', 2021),
  seriesRecord(802, 'Later', [12]),
];

const film = (index: number, at: string): Seen => ({ work: works[index] ?? sintel, at });
const episode = (work: WorkRecord, season: number, number: number, at: string): Seen => ({
  work,
  place: [season, number],
  at,
});

/** Some evenings are one work's second time. */
export const films: readonly Seen[] = [
  film(0, '2024-01-02T20:10:00Z'),
  film(1, '2024-01-20T21:00:07Z'),
  film(2, '2024-02-03T19:30:00Z'),
  film(3, '2024-03-09T23:55:30Z'),
  film(4, '2024-03-15T20:00:00Z'),
  film(5, '2024-04-13T18:20:00Z'),
  film(6, '2024-04-20T00:05:09Z'),
  film(7, '2024-05-25T21:05:00Z'),
  film(8, '2024-06-07T20:00:00Z'),
  film(9, '2024-06-21T20:00:00Z'),
  film(10, '2024-07-13T20:00:00Z'),
  film(0, '2025-01-15T20:10:00Z'),
];
export const episodes: readonly Seen[] = [
  episode(bad, 1, 1, '2024-08-01T21:00:00Z'),
  episode(bad, 1, 2, '2024-08-02T21:00:00Z'),
  episode(bad, 1, 3, '2024-08-03T23:50:00Z'),
  episode(bad, 2, 1, '2024-08-14T21:00:01Z'),
  episode(dark, 1, 1, '2024-09-21T20:00:00Z'),
  episode(dark, 2, 1, '2024-09-30T20:00:00Z'),
  episode(collar, 1, 5, '2024-10-15T20:00:00Z'),
  episode(chernobyl, 1, 1, '2024-11-20T20:00:00Z'),
  episode(bad, 1, 1, '2025-02-21T21:00:00Z'),
];
/** Episodes that not all forms name alike. */
export const special = episode(bad, 0, 2, '2024-12-14T20:00:00Z');
export const otherOrder: Seen = {
  ...episode(counted, 1, 16, '2024-12-16T20:00:00Z'),
  tvdbPlace: [2, 4],
};

export const allAt = (precision: Precision, seen: readonly Seen[]) =>
  seen.map((one) => [one, precision] as const);
/** The last viewing of each work: of the others some forms state how many there were. */
export const lastOfEach = (seen: readonly Seen[]) =>
  seen.filter((one, index) => !seen.slice(index + 1).some((later) => placeOf(later) === placeOf(one)));
export const placeOf = ({ work, place }: Seen) => [work.id, ...(place ?? [])].join(':');

export const titleOf = ({ work }: Seen) => work.titles?.['en'] ?? work.original_title;
export const nameOf = ({ work, place }: Seen) =>
  work.episodes?.find((one) => one.season_number === place?.[0] && one.episode_number === place[1])?.names[
    'en'
  ] ?? '';
export const imdbOf = ({ work }: Seen) =>
  `tt${work.type === 'series' ? '8' : '9'}${String(work.id).padStart(9, '0')}`;
export const dayOf = ({ at }: Seen) => at.slice(0, 10);
/** `2024-01-02 20:10:00`. */
export const plainTime = ({ at }: Seen) => at.slice(0, 19).replace('T', ' ');

/** TheTVDB's ids: of a series, and of its episodes. */
export const tvdbOf = ({ work }: Seen) => 70_000 + (work.id % 10_000);
export const tvdbEpisodeOf = (seen: Seen) =>
  tvdbOf(seen) * 1000 + (seen.place?.[0] ?? 0) * 100 + (seen.place?.[1] ?? 0);

/** TMDB finds by the ids of TheTVDB. */
export function answerTvdb(path: string, response: ServerResponse): boolean {
  const id = Number(/^\/find\/(\d+)$/.exec(path)?.[1] ?? Number.NaN);
  if (Number.isNaN(id)) return false;
  const all = [...episodes, special, otherOrder, { work: flcl, at: '' }];
  const series = all.find((one) => tvdbOf(one) === id)?.work;
  const known = all.find((one) => one.place !== undefined && tvdbEpisodeOf(one) === id);
  const [season = 0, number = 0] = known?.place ?? [];
  const answer = {
    movie_results: [],
    tv_results: series === undefined ? [] : [{ id: series.id, name: series.original_title }],
    tv_episode_results:
      known === undefined
        ? []
        : [{ id, show_id: known.work.id, season_number: season, episode_number: number }],
  };
  response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer));
  return true;
}

type Cell = string | number | boolean | undefined;

/** With the names of the columns in the first line (RFC 4180). */
export function csv(columns: string, rows: readonly Readonly<Record<string, Cell>>[]): string {
  const cell = (value: Cell) => {
    const text = String(value ?? '');
    return /[",\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
  };
  const names = columns.split(',');
  const lines = rows.map((row) => names.map((name) => cell(row[name])).join(','));
  return `${[columns, ...lines].join('\n')}\n`;
}

export const zip = (files: Readonly<Record<string, string>>): Uint8Array =>
  zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)])));
