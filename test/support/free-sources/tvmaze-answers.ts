import type { OpenFacts } from './open-facts';
import type { WikidataAnswer } from './wikidata-answers';

/** api.tvmaze.com for the facts: `/lookup/shows` (a redirect) and `/shows/{id}` with embedded parts. */
export function createTvmazeAnswers(facts: readonly OpenFacts[], base: () => string) {
  const shows = facts.filter(({ kind, tvmazeId }) => kind === 'tv' && tvmazeId !== undefined);
  return (path: string, query: URLSearchParams): WikidataAnswer => {
    if (path === '/updates/shows') return { status: 200, body: changesOf(shows) };
    if (path === '/lookup/shows') {
      const found = shows.find(
        ({ imdbId, tvdbId }) =>
          (query.has('imdb') && imdbId === query.get('imdb')) ||
          (query.has('thetvdb') && String(tvdbId) === query.get('thetvdb')),
      );
      if (found === undefined) return missing;
      const location = `${base()}/shows/${String(found.tvmazeId)}`;
      return { status: 301, body: null, headers: { location } };
    }
    const [, id] = /^\/shows\/(\d+)$/.exec(path) ?? [];
    const show = shows.find(({ tvmazeId }) => String(tvmazeId) === id);
    return show === undefined ? missing : { status: 200, body: describe(show, query.getAll('embed[]')) };
  };
}

function changesOf(shows: readonly OpenFacts[]) {
  return Object.fromEntries<number>(
    shows.map(
      ({ tvmazeId, modified = UNCHANGED }) => [String(tvmazeId), Date.parse(modified) / 1000] as const,
    ),
  );
}

/** Since before any test. */
export const UNCHANGED = '2025-06-01T00:00:00Z';

const missing: WikidataAnswer = {
  status: 404,
  body: { name: 'Not Found', message: '', code: 0, status: 404 },
};

function describe(show: OpenFacts, embed: readonly string[]) {
  const { tvmazeId, imdbId = null, tvdbId = null, labels, original } = show;
  const name = labels['en'] ?? original?.text ?? Object.values(labels)[0];
  const { genres = [], cast = [], summary = null } = show;
  const people = cast.map((actor, id) => ({
    person: { id, name: actor },
    character: { id, name: 'Somebody' },
  }));
  const parts = { episodes: episodesOf(show), akas: [{ name, country: null }], cast: people };
  const wanted = Object.entries(parts).filter(([part]) => embed.includes(part));
  return {
    id: tvmazeId,
    url: `https://www.tvmaze.com/shows/${String(tvmazeId)}/x`,
    name,
    type: 'Scripted',
    status: 'Ended',
    genres,
    summary,
    premiered: `${String(show.year)}-03-01`,
    externals: { tvrage: null, thetvdb: tvdbId, imdb: imdbId },
    image: null,
    ...(wanted.length === 0 ? {} : { _embedded: Object.fromEntries(wanted) }),
  };
}

function episodesOf({ seasons = {}, year, minutes, tvmazeId = 0 }: OpenFacts) {
  return Object.entries(seasons).flatMap(([season, list], index) => {
    const names = typeof list === 'number' ? Array.from({ length: list }, () => undefined) : list;
    return names.map((name, at) => ({
      id: tvmazeId * 10_000 + Number(season) * 100 + at,
      season: Number(season),
      number: at + 1,
      name: name ?? `Episode ${String(at + 1)}`,
      type: 'regular',
      airdate: `${String(year + index)}-03-${String(1 + (at % 28)).padStart(2, '0')}`,
      runtime: minutes ?? null,
      image: null,
    }));
  });
}
