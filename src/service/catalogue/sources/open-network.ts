import type { OpenSource } from './open-database';
import type { OpenSeries, OpenWork, WorkKind } from './open-work';
import type { Tvmaze } from './tvmaze';
import type { Wikidata } from './wikidata';

/** Number of works kept in memory between the requests of one look-up. */
const MEMORY = 300;

/** Wikidata for works and their names, TVmaze for episodes, joined by the ids that Wikidata states. */
export function createOpenNetwork(
  wikidata: Wikidata,
  tvmaze: Tvmaze,
  isTvmazeOff: () => Promise<boolean>,
): OpenSource {
  const memory = new Map<string, OpenWork>();
  const remember = (works: readonly OpenWork[]) => {
    for (const work of works) {
      if (memory.size >= MEMORY) memory.delete(memory.keys().next().value ?? '');
      memory.set(keyOf(work.kind, work.tmdbId), work);
    }
    return works;
  };
  return {
    search: async (kind, words) => remember(await wikidata.search(kind, words)),
    async work(kind, tmdbId) {
      const known = memory.get(keyOf(kind, tmdbId));
      if (known !== undefined) return known;
      const work = await wikidata.byTmdbId(kind, tmdbId);
      return work && remember([work])[0];
    },
    byImdbId: async (id) => remember(await wikidata.byImdbId(id)),
    byTvdbId: async (id) => remember(await wikidata.byTvdbId(id)),
    series: async (work) => ((await isTvmazeOff()) ? undefined : seriesOf(tvmaze, work)),
  };
}

/** Tries each id that Wikidata states, until one leads to a series that states no other. */
export async function seriesOf(
  tvmaze: Pick<Tvmaze, 'byId' | 'byImdbId' | 'byTvdbId'>,
  work: OpenWork,
): Promise<OpenSeries | undefined> {
  const { tvmazeId, imdbId, tvdbId } = work;
  const ways = [
    tvmazeId === undefined ? undefined : () => tvmaze.byId(tvmazeId),
    imdbId === undefined ? undefined : () => tvmaze.byImdbId(imdbId),
    tvdbId === undefined ? undefined : () => tvmaze.byTvdbId(tvdbId),
  ];
  for (const ask of ways) {
    const series = await ask?.();
    if (series !== undefined && !contradicts(work, series)) return series;
  }
  return undefined;
}

/** The same database has two ids for it, so one of the sources means another series. */
function contradicts(work: OpenWork, series: OpenSeries): boolean {
  const differs = <T>(one: T | undefined, other: T | undefined) =>
    one !== undefined && other !== undefined && one !== other;
  return differs(work.imdbId, series.imdbId) && differs(work.tvdbId, series.tvdbId);
}

function keyOf(kind: WorkKind, tmdbId: number): string {
  return `${kind}/${String(tmdbId)}`;
}
