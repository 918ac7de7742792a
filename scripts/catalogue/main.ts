/**
 * `npm run catalogue -- check`: asks the real sources for the fifty works of `known-works.json`, by title and
 * by their ids at IMDb, TMDB and TVDB. Prints which works get a wrong answer or none. For a maintainer with a
 * network; takes about four minutes within the limits of the sources.
 */
import { defined } from '../../src/core/values/defined';
import { addressesOf } from '../../src/service/catalogue/sources/source-pace';
import { type TitleQuestion, CatalogueError } from '../../src/service/catalogue/catalogue';
import { createService } from '../../src/service/create-service';
import { openStore } from '../../src/service/store/store';
import knownWorks from './known-works.json' with { type: 'json' };

type KnownWork = (typeof knownWorks)[number];

const WAYS = ['title', 'IMDb', 'TMDB', 'TVDB'] as const;
type Way = (typeof WAYS)[number];

if (process.argv[2] === 'check') process.exitCode = await check();
else {
  console.error('Usage: npm run catalogue -- check');
  process.exitCode = 2;
}

async function check(): Promise<number> {
  const store = await openStore({ dataDir: ':memory:' });
  const contact = process.env['MATINEE_CONTACT'];
  const freeSources = addressesOf(process.env);
  const { catalogue } = createService({ store, freeSources, ...defined({ contact }) });
  let failures = 0;
  for (const way of WAYS) {
    const asked = knownWorks.flatMap((work) => questionsFor(work, way));
    let right = 0;
    for (const { work, question } of asked) {
      const answer = await ask(() => catalogue.resolve(question));
      if (answer === work.tmdbId) right += 1;
      else console.log(`${way}: ${work.title} (${String(work.tmdbId)}) → ${String(answer)}`);
    }
    console.log(`by ${way}: ${String(right)} of ${String(asked.length)}`);
    failures += asked.length - right;
  }
  await store.close();
  return failures === 0 ? 0 : 1;
}

function questionsFor(work: KnownWork, way: Way): { work: KnownWork; question: TitleQuestion }[] {
  const { kind, title, year, imdbId, tmdbId } = work;
  const tvdbId = 'tvdbId' in work ? work.tvdbId : undefined;
  if (way === 'TVDB' && tvdbId === undefined) return [];
  const isFilm = kind === 'movie';
  const ids = {
    title: isFilm ? { title, year } : { seriesTitle: title },
    IMDb: { imdbId },
    TMDB: isFilm ? { tmdbId } : { tvShowId: tmdbId },
    TVDB: defined({ tvdbId }),
  };
  const place = isFilm
    ? { type: 'movie' as const }
    : ({ type: 'episode', seasonNumber: 1, episodeNumber: 1 } as const);
  return [{ work, question: { ...place, ...ids[way], language: 'en' } }];
}

/** Resolves a question to a TMDB id. Waits and tries again if a source asks for it. */
async function ask(resolve: () => Promise<readonly { readonly tmdbId: number }[]>): Promise<number | string> {
  for (let tries = 0; ; tries += 1) {
    try {
      return (await resolve())[0]?.tmdbId ?? 'nothing';
    } catch (error) {
      if (!(error instanceof CatalogueError) || tries >= 4) return String(error);
      await new Promise((done) => {
        setTimeout(done, Math.max(error.retryAfterMs ?? 0, 5000));
      });
    }
  }
}
