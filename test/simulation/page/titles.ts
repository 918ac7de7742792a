import { createRandom, type Random } from '../kernel/random';
import type { Medium } from './video';

/** A film or an episode as the sites of the simulated world offer it. */
export interface Title {
  readonly key: string;
  readonly type: 'movie' | 'episode';
  readonly film?: string;
  readonly series?: string;
  readonly season?: number;
  readonly episode?: number;
  readonly year: number;
  readonly tmdb: number;
  /** Seconds. */
  readonly duration: number;
}

/** What a medium is; the oracle's only knowledge of it. */
export interface Showing extends Medium {
  /** Undefined for an advertisement. */
  readonly title: Title | undefined;
}

/** Titles of an evening: so many of them are short. */
export const SHORT_TITLES = 8;
/** Those, and then some that are as long as most titles are. */
export const TITLES = 14;

/**
 * First short ones: films with about their real length, so that the catalogue of the service agrees, and episodes
 * of any length. Then those that are as long as most are: `seed` decides by how much they differ.
 */
export function createTitles(random: Random, seed: number): readonly Title[] {
  const lengths = [40, 75, 130, 200, 270, 310, 350, 420, 900];
  const short = (number: number, series = 'Breaking Bad', tmdb = 1_396, year = 2008) =>
    episode(series, tmdb, year, number, random.pick(lengths) + random.whole(0, 9) + 0.25);
  const film = filmsOf(random);
  const long = filmsOf(createRandom(seed ^ 0x1e57));
  return [
    film('bunny', 'Big Buck Bunny', 10_378, 2008, 10),
    film('sintel', 'Sintel', 45_745, 2010, 15),
    film('robbery', 'The Great Train Robbery', 5_698, 1903, 11),
    ...[1, 2, 3].map((number) => short(number)),
    ...[1, 2].map((number) => short(number, 'Chernobyl', 87_108, 2019)),
    long('metropolis', 'Metropolis', 19, 1927, 153),
    long('kid', 'The Kid', 10_098, 1921, 68),
    long('charade', 'Charade', 4_808, 1963, 113),
    ...[1, 2].map((number) => episode('Stranger Things', 66_732, 2016, number, 3_300.5 + number * 61)),
    episode('The Simpsons', 456, 1989, 1, 1_320.25),
  ];
}

function filmsOf(random: Random) {
  return (key: string, name: string, tmdb: number, year: number, minutes: number): Title => ({
    key,
    type: 'movie',
    film: name,
    year,
    tmdb,
    duration: minutes * 60 + random.whole(-20, 20) + 0.5,
  });
}

function episode(series: string, tmdb: number, year: number, number: number, duration: number): Title {
  return {
    key: `${series.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${number}`,
    type: 'episode',
    series,
    season: 1,
    episode: number,
    year,
    tmdb,
    duration,
  };
}

/** Titles whose names alone are enough: their length is near that in the catalogue. */
export function isNamedWell(title: Title): boolean {
  return title.type === 'movie';
}
