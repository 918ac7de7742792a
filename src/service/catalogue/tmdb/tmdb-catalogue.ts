import * as z from 'zod/mini';
import { createAllowance, type Catalogue, type WorkDetails } from '../catalogue';
import { createTmdbClient, type TmdbClientOptions } from './client';
import { attempt, createRecordCatalogue, type RecordOptions } from './create-catalogue';
import { createInquiry, type Inquiry, type TitleKind, createTitleCache } from './inquiry';
import { listOf, text } from './schemas';

export type TmdbOptions = RecordOptions & TmdbClientOptions;

/** The catalogue of themoviedb.org, with details about works. */
export function createTmdbCatalogue(options: TmdbOptions): Catalogue {
  const get = createTmdbClient(options);
  const cache = createTitleCache(options);
  return {
    ...createRecordCatalogue(get, options),
    async details({ kind, tmdbId, language }, allowance = createAllowance({ requests: 2 })) {
      const inquiry = createInquiry(get, cache, allowance, language);
      const found = await attempt(() => loadDetails(inquiry, kind, tmdbId));
      return found.ok ? found.value : undefined;
    },
  };
}

/** An alias, because the linter mistakes `z.catch` for a promise's method. */
const orElse = z.catch;

/** Maximum length of a plot in characters. */
const LONGEST_PROSE = 3000;
const prose = orElse(z.optional(z.pipe(z.string(), z.transform(toProse))), undefined);

function toProse(value: string): string | undefined {
  const found = value.slice(0, LONGEST_PROSE).trim();
  return found === '' ? undefined : found;
}

const people = listOf(z.object({ name: text, job: text }));

/** `/movie/{id}` with `credits`, and `/tv/{id}` with `aggregate_credits`. */
const detailsSchema = z.object({
  overview: prose,
  genres: people,
  created_by: people,
  credits: orElse(z.object({ cast: people, crew: people }), { cast: [], crew: [] }),
  aggregate_credits: orElse(z.object({ cast: people }), { cast: [] }),
});

const ENGLISH = 'en';

/** Details in the language of the inquiry. If it has no plot in that language, the plot is English. */
function loadDetails(inquiry: Inquiry, kind: TitleKind, id: number): Promise<WorkDetails | undefined> {
  const { language } = inquiry;
  const path = `${kind}/${String(id)}`;
  const key = `details/${path}?language=${language}`;
  const ask = (code: string) => {
    const parts = kind === 'movie' ? 'credits' : 'aggregate_credits';
    return inquiry.get(`/${path}`, detailsSchema, { language: code, append_to_response: parts });
  };
  return inquiry.cache.get<WorkDetails>(key, async () => {
    const own = await ask(language);
    if (own === undefined) return { [key]: undefined };
    const isInEnglish = own.overview === undefined && language !== ENGLISH;
    const plot = isInEnglish ? (await ask(ENGLISH))?.overview : own.overview;
    return { [key]: { ...toNames(own), plot, plotLanguage: isInEnglish ? ENGLISH : language } };
  });
}

/** Maximum number of names of each kind. */
const MOST = { genres: 4, makers: 3, cast: 8 } as const;

function toNames({
  genres,
  created_by: creators,
  credits,
  aggregate_credits: series,
}: z.infer<typeof detailsSchema>) {
  const directors = credits.crew.filter(({ job }) => job === 'Director');
  return {
    genres: namesOf(genres, MOST.genres),
    makers: namesOf([...creators, ...directors], MOST.makers),
    cast: namesOf([...credits.cast, ...series.cast], MOST.cast),
  };
}

function namesOf(named: Readonly<{ name?: string | undefined }>[], most: number): string[] {
  return [...new Set(named.flatMap(({ name }) => name ?? []))].slice(0, most);
}
