import { expect, it } from 'vitest';
import knownWorks from '../../../../scripts/catalogue/known-works.json' with { type: 'json' };
import { readTitles, type WorkRecord } from '../../../support/film-database/titles';
import { joinFacts, knownFacts, toFacts } from '../../../support/free-sources/to-facts';
import { useFreeSources } from '../with-free-sources';

const { works, decoys } = readTitles();
const others = [...works, ...decoys];
const tracker = useFreeSources(joinFacts([...others.map(toFacts), ...knownFacts]));

const found = async (body: object) => {
  const { status, body: answer } = await tracker.resolve(body);
  return status === 200 ? answer.data?.['tmdbId'] : undefined;
};

/** Asked one after the other, as a person watches; the limits of the sources are not what is tested here. */
async function countRight(questions: readonly { readonly body: object; readonly tmdbId: number }[]) {
  const missed: object[] = [];
  for (const { body, tmdbId } of questions) if ((await found(body)) !== tmdbId) missed.push(body);
  return missed;
}

const question = (work: (typeof knownWorks)[number], fields: object, title: string) =>
  work.kind === 'movie'
    ? { type: 'movie', ...fields, ...(title ? { title } : {}) }
    : {
        type: 'episode',
        seasonNumber: 1,
        episodeNumber: 1,
        ...fields,
        ...(title ? { seriesTitle: title } : {}),
      };

it('knows well-known works by their titles', { timeout: 300_000 }, async () => {
  const byTitle = knownWorks.map((work) => ({
    tmdbId: work.tmdbId,
    body: question(
      work,
      { language: 'en', ...(work.kind === 'movie' ? { year: work.year } : {}) },
      work.title,
    ),
  }));
  expect(await countRight(byTitle)).toEqual([]);
});

it('knows them by their ids at IMDb, TMDB and TVDB', { timeout: 300_000 }, async () => {
  const byId = knownWorks.flatMap((work) => [
    { tmdbId: work.tmdbId, body: question(work, { imdbId: work.imdbId }, '') },
    {
      tmdbId: work.tmdbId,
      body: question(work, work.kind === 'movie' ? { tmdbId: work.tmdbId } : { tvShowId: work.tmdbId }, ''),
    },
    ...('tvdbId' in work && work.tvdbId !== undefined
      ? [{ tmdbId: work.tmdbId, body: question(work, { tvdbId: work.tvdbId }, '') }]
      : []),
  ]);
  expect(await countRight(byId)).toEqual([]);
});

it('knows works by their titles in fifteen languages', { timeout: 300_000 }, async () => {
  const inLanguages = works.flatMap(localQuestions);
  const languages = new Set(inLanguages.map(({ language }) => language));
  expect(languages.size).toBeGreaterThanOrEqual(15);
  const asked = inLanguages.filter((_, index) => index % 9 === 0).slice(0, 100);
  const missed = await countRight(asked);
  expect({ asked: asked.length, missed: missed.length <= asked.length * 0.04 ? [] : missed }).toEqual({
    asked: asked.length,
    missed: [],
  });
});

function localQuestions(work: WorkRecord) {
  return Object.entries(work.titles ?? {}).map(([language, title]) => ({
    language,
    tmdbId: work.id,
    body:
      work.type === 'movie'
        ? { type: 'movie', title, year: work.year, language }
        : { type: 'episode', seriesTitle: title, seasonNumber: 1, episodeNumber: 1, language },
  }));
}
