import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import {
  startFilmDatabase,
  type FilmDatabaseOptions,
  type RunningFilmDatabase,
} from '../../support/film-database/start-film-database';
import type { WorkRecord } from '../../support/film-database/titles';
import { startTest, type ServiceUnderTest } from '../service-under-test';

/** The service with the film database for tests, for each test anew; without `data`: `titles.json`. */
export function useFilmDatabase(options: FilmDatabaseOptions = {}) {
  let database: RunningFilmDatabase;
  let service: ServiceUnderTest;
  beforeAll(async () => {
    database = await startFilmDatabase({ token: 'film-database-token', ...options });
  });
  beforeEach(async () => {
    database.reset();
    service = await startService(database);
  });
  afterEach(() => service.close());
  afterAll(() => database.close());
  return {
    get database() {
      return database;
    },
    get service() {
      return service;
    },
    resolve: (body: unknown) => service.call('POST', '/matinee/resolve', { body }),
  };
}

export function startService({ url, pictureUrl }: Pick<RunningFilmDatabase, 'url' | 'pictureUrl'>) {
  return startTest({ tmdbToken: 'film-database-token', tmdbUrl: url, pictureUrl });
}

/** A series of made-up names: `seasons` are the numbers of their episodes. */
export function seriesRecord(id: number, name: string, seasons: readonly number[]): WorkRecord {
  return {
    id,
    type: 'series',
    original_language: 'en',
    original_title: name,
    year: 2010,
    lastYear: 2010 + seasons.length - 1,
    runtime: 45,
    popularity: 10,
    seasons: seasons.map((count, index) => ({ season_number: index + 1, episode_count: count })),
    episodes: [],
  };
}

export function filmRecord(id: number, name: string, year = 2010): WorkRecord {
  return {
    id,
    type: 'movie',
    original_language: 'en',
    original_title: name,
    year,
    runtime: 100,
    popularity: 10,
  };
}
