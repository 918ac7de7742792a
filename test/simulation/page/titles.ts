import type { Random } from '../kernel/random';
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

/**
 * Films with about their real length, so that the catalogue of the service agrees, and episodes of any
 * length.
 */
export function createTitles(random: Random): readonly Title[] {
  const film = (key: string, name: string, tmdb: number, year: number, minutes: number): Title => ({
    key,
    type: 'movie',
    film: name,
    year,
    tmdb,
    duration: minutes * 60 + random.whole(-20, 20) + 0.5,
  });
  const lengths = [40, 75, 130, 200, 270, 310, 350, 420, 900];
  const episode = (series: string, tmdb: number, year: number, number: number): Title => ({
    key: `${series.toLowerCase().replaceAll(/[^a-z]+/g, '-')}-${number}`,
    type: 'episode',
    series,
    season: 1,
    episode: number,
    year,
    tmdb,
    duration: random.pick(lengths) + random.whole(0, 9) + 0.25,
  });
  return [
    film('bunny', 'Big Buck Bunny', 10_378, 2008, 10),
    film('sintel', 'Sintel', 45_745, 2010, 15),
    film('robbery', 'The Great Train Robbery', 5_698, 1903, 11),
    ...[1, 2, 3].map((number) => episode('Breaking Bad', 1_396, 2008, number)),
    ...[1, 2].map((number) => episode('Chernobyl', 87_108, 2019, number)),
  ];
}

/** Titles whose names alone are enough: their length is near that in the catalogue. */
export function isNamedWell(title: Title): boolean {
  return title.type === 'movie';
}
