import * as z from 'zod/mini';
import { once, jsonPath, regex, selector, shortText, template, json, webAddress } from './value-schemas';
import { sourceSchema, sources } from './source';

export type { Guard, Source, SourceKind } from './source';
export type { Transform, TransformKind } from './transform';
export type { Problem } from './problem';

/** `www.example.org`, or `*.example.org` for it and all its subdomains. */
export const host = z.string().check(
  z.maxLength(120),
  z.regex(/^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$|^localhost$|^127\.0\.0\.1$/, {
    error: 'not a host such as www.example.org or *.example.org',
  }),
);

const name = matching(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/, 'not a name of letters and digits');

const itemSchema = once(() =>
  z.strictObject({
    type: z.optional(sources()),
    film: z.optional(sources()),
    title: z.optional(sources()),
    seriesTitle: z.optional(sources()),
    seasonNumber: z.optional(sources()),
    episodeNumber: z.optional(sources()),
    episodeTitle: z.optional(sources()),
    year: z.optional(sources()),
    language: z.optional(sources()),
    ids: z.optional(
      z.strictObject({
        tmdb: z.optional(sources()),
        imdb: z.optional(sources()),
        tvdb: z.optional(sources()),
        episodeTmdb: z.optional(sources()),
        site: z.optional(sources()),
      }),
    ),
  }),
);

const playerSchema = once(() =>
  z.strictObject({
    video: z.optional(z.array(selector).check(z.minLength(1), z.maxLength(8))),
    only: z.optional(z.literal(true)),
    exclude: z.optional(z.array(selector).check(z.minLength(1), z.maxLength(12))),
    shadow: z.optional(z.literal(true)),
    inFrame: z.optional(z.literal(true)),
    minDuration: z.optional(z.number().check(z.minimum(0), z.maximum(3600))),
    clock: z.optional(
      z.strictObject({
        position: sources(),
        duration: z.optional(sources()),
        paused: z.optional(sources()),
      }),
    ),
    ad: z.optional(sources()),
    live: z.optional(sources()),
    trailer: z.optional(sources()),
  }),
);

const matchSchema = once(() =>
  z.strictObject({
    host: z.optional(regex),
    path: z.optional(regex),
    query: z.optional(z.record(shortText, regex)),
    hash: z.optional(regex),
    exclude: z.optional(z.array(regex).check(z.minLength(1), z.maxLength(12))),
  }),
);

const pageSchema = once(() =>
  z.strictObject({
    kind: matching(/^[a-z][a-z0-9-]{0,39}$/, 'not a short name such as watch'),
    match: matchSchema(),
    values: z.optional(z.record(name, sources())),
    gate: z.optional(z.array(z.union([sourceSchema(), sources()])).check(z.minLength(1), z.maxLength(12))),
    identity: z.optional(sources()),
    item: itemSchema(),
    player: z.optional(playerSchema()),
    generic: z.optional(z.literal([false, true, 'confirmed'])),
  }),
);

const frameSchema = once(() =>
  z.strictObject({
    hosts: z.array(host).check(z.minLength(1), z.maxLength(10)),
    path: z.optional(regex),
    player: playerSchema(),
  }),
);

const endpointSchema = once(() =>
  z.strictObject({
    urls: z.array(template).check(z.minLength(1), z.maxLength(5)),
    method: z.optional(z.enum(['GET', 'POST'])),
    headers: z.optional(
      z.record(
        matching(
          /^(accept|accept-language|authorization|content-type|x-[a-z0-9-]{1,60})$/,
          'not an allowed header (accept, accept-language, authorization, content-type, x-…; small letters)',
        ),
        template,
      ),
    ),
    body: z.optional(json),
    credentials: z.optional(z.literal(true)),
    select: z.optional(z.record(name, selector)),
    check: z.optional(z.strictObject({ path: jsonPath, equals: template })),
  }),
);

/** A calendar day. `z.iso.date` would add 0.3 kB to the worker. */
export const day = matching(/^\d{4}-\d\d-\d\d$/, 'not a date such as 2026-11-21').check(
  z.refine((text) => new Date(text).toJSON()?.startsWith(text), { error: 'not a day of the calendar' }),
);

/** How to read one site: schema version 1. The reference is src/connectors/reference.md. */
export const definitionSchema = once(() =>
  z.strictObject({
    $schema: z.optional(z.string().check(z.maxLength(300))),
    version: z.literal(1),
    id: matching(/^[a-z][a-z0-9-]{1,39}$/, 'not an id such as my-site'),
    name: z.string().check(z.minLength(1), z.maxLength(60)),
    homepage: z.optional(webAddress.check(z.maxLength(300))),
    hosts: z.array(host).check(z.maxLength(40)),
    apiHosts: z.optional(z.array(host).check(z.minLength(1), z.maxLength(10))),
    userHosts: z.optional(z.strictObject({ fingerprint: sources() })),
    regions: z.optional(
      z
        .array(
          matching(
            /^([A-Z]{2}|EU|LATAM|SEA|MENA|global)$/,
            'not a country code or EU, LATAM, SEA, MENA, global',
          ),
        )
        .check(z.maxLength(60)),
    ),
    languages: z.optional(
      z.array(matching(/^[a-z]{2,3}$/, 'not a language code such as en')).check(z.maxLength(40)),
    ),
    pages: z.array(pageSchema()).check(z.minLength(1), z.maxLength(8)),
    frames: z.optional(z.array(frameSchema()).check(z.minLength(1), z.maxLength(6))),
    endpoints: z.optional(z.record(name, endpointSchema())),
    verified: z.strictObject({
      date: z.nullable(day),
      how: shortText,
    }),
    /** For authors and grades: scripts/connector/evidence.ts checks it, and it is not packaged. */
    evidence: z.optional(json),
    notes: z.optional(z.array(shortText).check(z.maxLength(20))),
    sources: z.optional(z.array(shortText).check(z.maxLength(20))),
  }),
);

export type Definition = z.infer<ReturnType<typeof definitionSchema>>;
export type PageDefinition = Definition['pages'][number];
export type FrameDefinition = NonNullable<Definition['frames']>[number];
export type PlayerDefinition = NonNullable<PageDefinition['player']>;
export type EndpointDefinition = NonNullable<Definition['endpoints']>[string];
export type ItemDefinition = NonNullable<PageDefinition['item']>;

/**
 * A definition of valid shape, otherwise `undefined`. `parseDefinition` explains to an author what is wrong,
 * with texts that the worker does not need; `checkDefinition` then checks how the parts of a definition fit
 * together.
 */
export function readDefinition(value: unknown): Definition | undefined {
  return definitionSize(value) > largestDefinition ? undefined : definitionSchema().safeParse(value).data;
}

/** Limit of `definitionSize`, in characters. */
export const largestDefinition = 65_536;

export function definitionSize(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function matching(pattern: RegExp, error: string) {
  return z.string().check(z.regex(pattern, { error }));
}
