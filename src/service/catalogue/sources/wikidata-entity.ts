/**
 * An entity of Wikidata in the format of `action=wbgetentities`, and its statements about a film or a series.
 */
import * as z from 'zod/mini';
import type { KnownName } from '../../../core/media/media';
import { defined } from '../../../core/values/defined';
import { type OpenWork, type SiteId, type WorkKind, SITE_PROPERTIES } from './open-work';

/** An alias, because the linter mistakes `z.catch` for a promise's method. */
const orElse = z.catch;

const text = z.string().check(z.maxLength(2000));
const termSchema = z.object({ language: text, value: text });
const claimSchema = z.object({
  rank: orElse(z.string(), 'normal'),
  mainsnak: z.object({ datavalue: orElse(z.optional(z.object({ value: z.unknown() })), undefined) }),
});

/**
 * A map of entries. MediaWiki is written in PHP, which encodes an empty map as a list, so any other value
 * counts as empty.
 */
function mapOf<T>(entry: z.ZodMiniType<T>) {
  return orElse(z.record(z.string(), entry), {});
}

const entitySchema = z.object({
  id: z.string().check(z.regex(/^Q\d{1,12}$/)),
  labels: mapOf(orElse(z.optional(termSchema), undefined)),
  aliases: mapOf(orElse(z.array(termSchema), [])),
  claims: mapOf(orElse(z.array(claimSchema), [])),
  sitelinks: mapOf(z.unknown()),
});
export type Entity = z.infer<typeof entitySchema>;

/** Answer of `action=wbgetentities`. Missing entities, and those in another format, are left out. */
export const entitiesSchema = z.object({
  entities: z.pipe(
    z.record(z.string(), z.unknown()),
    z.transform((entities) =>
      Object.values(entities).flatMap((one) => {
        const read = z.safeParse(entitySchema, one);
        return read.success ? [read.data] : [];
      }),
    ),
  ),
});

const TMDB = { movie: 'P4947', tv: 'P4983' } as const;
const IMDB = 'P345';
const TVDB_SERIES = 'P4835';
const TVMAZE = 'P8600';
const TITLE = 'P1476';
const ORIGINAL_LANGUAGE = 'P364';
const PUBLISHED = 'P577';
const STARTED = 'P580';
const DURATION = 'P2047';

/** The properties that hold ids of other databases. */
export const ID_PROPERTIES = { tmdb: TMDB, imdb: IMDB, tvdb: TVDB_SERIES } as const;

/** Maximum number of names of a work that are kept. */
const NAME_LIMIT = 200;

/**
 * Reads a work from its entity. `undefined`: it has no name or no TMDB id, without which API v1 can record
 * nothing.
 */
export function toWork(entity: Entity, kind: WorkKind): OpenWork | undefined {
  const tmdbId = numberOf(stringsOf(entity, TMDB[kind]));
  const [original] = valuesOf(entity, TITLE).flatMap(monolingual);
  const names = namesOf(entity, original);
  const originalTitle = original?.title ?? names.find(({ language }) => language === 'en')?.title;
  const title = originalTitle ?? names[0]?.title;
  if (tmdbId === undefined || title === undefined) return undefined;
  const language = languageOf(entity) ?? original?.language;
  return {
    kind,
    tmdbId,
    wikidataId: entity.id,
    names,
    originalTitle: title,
    popularity: Object.keys(entity.sitelinks).length,
    siteIds: siteIdsOf(entity, kind),
    ...defined({
      imdbId: stringsOf(entity, IMDB).find((id) => /^tt\d{5,10}$/.test(id)),
      tvdbId: numberOf(stringsOf(entity, TVDB_SERIES)),
      tvmazeId: numberOf(stringsOf(entity, TVMAZE)),
      originalLanguage: language,
      year: yearOf(entity, kind),
      minutes: minutesOf(entity),
    }),
  };
}

/** The values of a property: the preferred ones if there are any, never the deprecated ones. */
export function valuesOf({ claims }: Entity, property: string): unknown[] {
  const all = (claims[property] ?? []).filter(({ rank }) => rank !== 'deprecated');
  const preferred = all.filter(({ rank }) => rank === 'preferred');
  return (preferred.length > 0 ? preferred : all).flatMap(({ mainsnak }) => mainsnak.datavalue?.value ?? []);
}

function stringsOf(entity: Entity, property: string): string[] {
  return valuesOf(entity, property).filter((value) => typeof value === 'string');
}

function numberOf(ids: string[]): number | undefined {
  const id = ids.find((one) => /^[1-9]\d{0,8}$/.test(one));
  return id === undefined ? undefined : Number(id);
}

const monolingualSchema = z.object({ text, language: text });

function monolingual(value: unknown): KnownName[] {
  const read = z.safeParse(monolingualSchema, value).data;
  if (read === undefined) return [];
  return [{ title: read.text, ...defined({ language: toLanguage(read.language) }) }];
}

/** The original title, then the labels and aliases of all languages. Each name occurs once per language. */
function namesOf({ labels, aliases }: Entity, original: KnownName | undefined): KnownName[] {
  const terms = [...Object.values(labels), ...Object.values(aliases).flat()].flatMap((term) => term ?? []);
  const names = terms.map(({ value, language }) => ({
    title: value.trim().slice(0, 300),
    ...defined({ language: toLanguage(language) }),
  }));
  const seen = new Set<string>();
  return [...(original ? [original] : []), ...names]
    .filter(({ title, language }: KnownName) => {
      const key = `${language ?? ''} ${title}`;
      return title !== '' && !seen.has(key) && seen.add(key);
    })
    .slice(0, NAME_LIMIT);
}

/**
 * The language tag of a Wikidata code: `de`, `pt-BR`, `zh-TW`. `undefined`: the code stands for all languages
 * (`mul`) or for none.
 */
function toLanguage(code: string): string | undefined {
  const [language = '', ...rest] = code.toLowerCase().split('-');
  if (!/^[a-z]{2,3}$/.test(language) || language === 'mul' || language === 'und') return undefined;
  if (language === 'nb' || language === 'nn') return 'no';
  if (language === 'zh') return rest.some((part) => TRADITIONAL.has(part)) ? 'zh-TW' : 'zh';
  const country = rest.find((part) => /^[a-z]{2}$/.test(part));
  return country === undefined ? language : `${language}-${country.toUpperCase()}`;
}

const TRADITIONAL: ReadonlySet<string> = new Set(['hant', 'tw', 'hk', 'mo']);

const timeSchema = z.object({ time: z.string(), precision: z.number() });
const YEAR_PRECISION = 9;

/** The earliest year that is stated, because a film has a release date for each country. */
function yearOf(entity: Entity, kind: WorkKind): number | undefined {
  const started = kind === 'tv' ? valuesOf(entity, STARTED) : [];
  const times = started.length > 0 ? started : valuesOf(entity, PUBLISHED);
  const years = times.flatMap((value) => {
    const read = z.safeParse(timeSchema, value).data;
    const year = /^\+(\d{4})-/.exec(read?.time ?? '')?.[1];
    return year === undefined || (read?.precision ?? 0) < YEAR_PRECISION ? [] : [Number(year)];
  });
  return years.length === 0 ? undefined : Math.min(...years);
}

const quantitySchema = z.object({ amount: z.string(), unit: z.string() });
const UNIT_MINUTES: Readonly<Record<string, number>> = { Q7727: 1, Q25235: 60, Q11574: 1 / 60 };

function minutesOf(entity: Entity): number | undefined {
  const minutes = valuesOf(entity, DURATION).flatMap((value) => {
    const read = z.safeParse(quantitySchema, value).data;
    const factor = UNIT_MINUTES[read?.unit.split('/').at(-1) ?? ''];
    const amount = Number(read?.amount);
    return factor === undefined || !(amount > 0) ? [] : [Math.round(amount * factor)];
  });
  return minutes.find((one) => one >= 1 && one < 2000);
}

export const itemSchema = z.object({ id: z.string() });

function languageOf(entity: Entity): string | undefined {
  const [item] = valuesOf(entity, ORIGINAL_LANGUAGE);
  return LANGUAGES[z.safeParse(itemSchema, item).data?.id ?? ''];
}

/** Language codes (ISO 639) by Wikidata item, for the languages in which most works are made. */
const LANGUAGES: Readonly<Record<string, string>> = {
  Q1860: 'en',
  Q150: 'fr',
  Q188: 'de',
  Q1321: 'es',
  Q652: 'it',
  Q5146: 'pt',
  Q5287: 'ja',
  Q9176: 'ko',
  Q7850: 'zh',
  Q727694: 'zh',
  Q9192: 'zh',
  Q9186: 'cn',
  Q7737: 'ru',
  Q8798: 'uk',
  Q809: 'pl',
  Q9056: 'cs',
  Q9058: 'sk',
  Q9067: 'hu',
  Q7913: 'ro',
  Q7918: 'bg',
  Q9299: 'sr',
  Q6654: 'hr',
  Q9129: 'el',
  Q7411: 'nl',
  Q9027: 'sv',
  Q9035: 'da',
  Q9043: 'no',
  Q25167: 'no',
  Q1412: 'fi',
  Q294: 'is',
  Q256: 'tr',
  Q9168: 'fa',
  Q13955: 'ar',
  Q9288: 'he',
  Q1568: 'hi',
  Q5885: 'ta',
  Q8097: 'te',
  Q36236: 'ml',
  Q33673: 'kn',
  Q9610: 'bn',
  Q9217: 'th',
  Q9199: 'vi',
  Q9240: 'id',
};

function siteIdsOf(entity: Entity, kind: WorkKind): SiteId[] {
  return SITE_PROPERTIES.filter((one) => one.kind === undefined || one.kind === kind).flatMap(
    ({ site, property }) => stringsOf(entity, property).map((id) => ({ site, id: id.slice(0, 200) })),
  );
}
