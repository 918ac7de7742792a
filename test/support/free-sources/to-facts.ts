import knownWorks from '../../../scripts/catalogue/known-works.json' with { type: 'json' };
import type { WorkRecord } from '../film-database/titles';
import type { OpenFacts } from './open-facts';

/** The fifty works of `npm run catalogue -- check`; each series with one season of ten episodes. */
export const knownFacts: readonly OpenFacts[] = knownWorks.map((work, index) => ({
  wikidataId: `Q${String(1000 + index)}`,
  kind: work.kind === 'movie' ? 'movie' : 'tv',
  tmdbId: work.tmdbId,
  imdbId: work.imdbId,
  labels: { en: work.title },
  year: work.year,
  sitelinks: 60,
  ...('tvdbId' in work ? { tvdbId: work.tvdbId } : {}),
  ...(work.kind === 'tv' ? { tvmazeId: 5000 + index, seasons: { 1: 10 } } : { minutes: 120 }),
}));

/** A work of the film database's fake, as the free sources would know it. */
export function toFacts(work: WorkRecord): OpenFacts {
  const { id, type, original_language: language, original_title: title, titles = {} } = work;
  const isFilm = type === 'movie';
  const labels = Object.entries(titles).map(([code, name]) => [code.toLowerCase(), name]);
  return {
    wikidataId: `Q${String((isFilm ? 1_000_000_000 : 2_000_000_000) + id)}`,
    kind: isFilm ? 'movie' : 'tv',
    tmdbId: id,
    labels: { [language]: title, ...(Object.fromEntries(labels) as Record<string, string>) },
    aliases: { mul: work.alternative ?? [] },
    original: { text: title, language },
    year: work.year,
    minutes: work.runtime === 0 ? undefined : work.runtime,
    sitelinks: Math.min(120, Math.max(1, Math.round(work.popularity))),
    ...(isFilm ? {} : { tvmazeId: id, seasons: seasonsOf(work) }),
  } as OpenFacts;
}

function seasonsOf({ seasons = [], episodes = [] }: WorkRecord) {
  const named = (season: number, number: number) =>
    episodes.find((one) => one.season_number === season && one.episode_number === number)?.names['en'];
  return Object.fromEntries(
    seasons
      .filter(({ season_number: number }) => number > 0)
      .map(({ season_number: season, episode_count: count }) => [
        season,
        Array.from({ length: count }, (_, at) => named(season, at + 1) ?? `Episode ${String(at + 1)}`),
      ]),
  );
}

/** Each work once, with what all of the facts say of it. */
export function joinFacts(facts: readonly OpenFacts[]): OpenFacts[] {
  const byWork = new Map<string, OpenFacts>();
  for (const one of facts) {
    const key = `${one.kind}/${String(one.tmdbId)}`;
    const before = byWork.get(key);
    byWork.set(key, { ...one, ...before, labels: { ...one.labels, ...before?.labels } });
  }
  return [...byWork.values()];
}
