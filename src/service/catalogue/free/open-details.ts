import * as z from 'zod/mini';
import { languageTag } from '../../../core/text/language-tag';
import type { Catalogue, WorkDetails, WorkQuestion } from '../catalogue';
import { seriesOf } from '../sources/open-database';
import type { OpenWork } from '../sources/open-work';
import type { Tvmaze } from '../sources/tvmaze';
import type { Wikidata } from '../sources/wikidata';
import {
  entitiesSchema,
  ID_PROPERTIES,
  itemSchema,
  toWork,
  valuesOf,
  type Entity,
} from '../sources/wikidata-entity';
import type { TitleCache } from '../tmdb/inquiry';

type DetailSources = Readonly<{
  wikidata: Wikidata;
  tvmaze: Tvmaze;
  isTvmazeOff: () => Promise<boolean>;
  cache: TitleCache;
}>;

/**
 * Details of a work: names from Wikidata in the person's language, and TVmaze's English text about a series.
 */
export function createOpenDetails({ cache, ...sources }: DetailSources): NonNullable<Catalogue['details']> {
  return ({ kind, tmdbId, language }) => {
    const tag = languageTag(language) ?? 'en';
    const key = `details/${kind}/${String(tmdbId)}?language=${tag}`;
    return cache.get<WorkDetails>(key, async () => {
      const known = await readStatements(sources.wikidata, { kind, tmdbId, language: tag });
      if (known === undefined) return { [key]: undefined };
      const { work, ...names } = known;
      const details: WorkDetails = {
        ...names,
        plotLanguage: 'en',
        ...(await readText(sources, work, names)),
      };
      return { [key]: isEmpty(details) ? undefined : details };
    });
  };
}

function isEmpty({ plot, genres, makers, cast }: WorkDetails): boolean {
  return plot === undefined && genres.length + makers.length + cast.length === 0;
}

/** Maximum number of entities read for one TMDB id. Mistakes and merged entities can share an id. */
const SAME_NUMBER = 5;

async function readStatements(
  { reader }: Pick<Wikidata, 'reader'>,
  { kind, tmdbId, language }: WorkQuestion,
) {
  const statement = `haswbstatement:${ID_PROPERTIES.tmdb[kind]}=${String(tmdbId)}`;
  const found = await readEntities(reader, await reader.idsOf(statement, SAME_NUMBER), {
    props: 'labels|claims',
  });
  const entity = found.find((one) => toWork(one, kind)?.tmdbId === tmdbId);
  const work = entity && toWork(entity, kind);
  if (entity === undefined || work === undefined) return undefined;
  // P136: genre. P57: director. P170: creator. P161: cast member.
  const genres = itemsOf(entity, ['P136'], 3);
  const makers = itemsOf(entity, ['P57', 'P170'], 3);
  const cast = itemsOf(entity, ['P161'], 8);
  const names = await readNames(reader, [...genres, ...makers, ...cast], language);
  const named = (items: string[]) => items.flatMap((item) => names.get(item) ?? []);
  return { work, genres: named(genres), makers: named(makers), cast: named(cast) };
}

function itemsOf(entity: Entity, properties: string[], most: number): string[] {
  const values = properties.flatMap((property) => valuesOf(entity, property));
  const items = values.flatMap((value) => z.safeParse(itemSchema, value).data?.id ?? []);
  return items.filter((id) => /^Q\d{1,12}$/.test(id)).slice(0, most);
}

/**
 * Labels of entities in this language, otherwise in English, otherwise the label for all languages (`mul`).
 */
async function readNames(
  reader: Wikidata['reader'],
  ids: string[],
  language: string,
): Promise<ReadonlyMap<string, string>> {
  const codes = [...new Set([language.toLowerCase(), 'en', 'mul'])];
  const found = await readEntities(reader, ids, { props: 'labels', languages: codes.join('|') });
  const named = found.flatMap(({ id, labels }) => {
    const [label] = codes.flatMap((code) => labels[code]?.value ?? []);
    return label === undefined ? [] : [[id, label] as const];
  });
  return new Map(named);
}

async function readEntities(
  reader: Wikidata['reader'],
  ids: string[],
  parts: Readonly<Record<string, string>>,
): Promise<Entity[]> {
  if (ids.length === 0) return [];
  const parameters = { action: 'wbgetentities', ids: ids.join('|'), ...parts };
  return (await reader.ask(entitiesSchema, parameters))?.entities ?? [];
}

/** An alias, because the linter mistakes `z.catch` for a promise's method. */
const orElse = z.catch;

const castSchema = z.object({ person: z.object({ name: z.string().check(z.maxLength(300)) }) });

/** Answer of `/shows/{id}?embed[]=cast` (tvmaze.com/api). */
const showSchema = z.object({
  /** HTML, in English. */
  summary: orElse(z.optional(z.string().check(z.maxLength(10_000))), undefined),
  genres: orElse(z.array(z.string().check(z.maxLength(100))), []),
  _embedded: orElse(z.object({ cast: z.array(z.unknown()) }), { cast: [] }),
});

/** The text of TVmaze about a series. Its genres and cast are used only if Wikidata has none. */
async function readText(
  { tvmaze, isTvmazeOff }: Pick<DetailSources, 'tvmaze' | 'isTvmazeOff'>,
  work: OpenWork,
  names: Pick<WorkDetails, 'genres' | 'cast'>,
): Promise<Partial<WorkDetails>> {
  if (work.kind === 'movie' || (await isTvmazeOff())) return {};
  const id = work.tvmazeId ?? (await seriesOf(tvmaze, work))?.tvmazeId;
  if (id === undefined) return {};
  const show = await tvmaze.ask(`/shows/${String(id)}?embed[]=cast`, showSchema);
  if (show === undefined) return {};
  const { summary = '', genres, _embedded: parts } = show;
  const cast = parts.cast.flatMap((one) => z.safeParse(castSchema, one).data?.person.name ?? []);
  const credit = {
    name: 'TVmaze',
    url: `https://www.tvmaze.com/shows/${String(id)}`,
    licence: 'CC BY-SA 4.0',
  };
  return {
    plot: plainText(summary),
    genres: names.genres.length > 0 ? names.genres : genres.slice(0, 4),
    cast: names.cast.length > 0 ? names.cast : [...new Set(cast)].slice(0, 8),
    credit,
  };
}

/** Plain text of simple HTML. */
function plainText(markup: string): string | undefined {
  const text = markup
    .replaceAll(/<\/?(?:p|br|div|li)\b[^<>]*>/g, ' ')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&[a-z#\d]{2,6};/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ')
    .trim();
  return text === '' ? undefined : text;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
  '&nbsp;': ' ',
};
