import * as z from 'zod/mini';
import { jsonPath, regex, selector, shortText, sourceSchema, sources, template } from './definition/source';

export type { Guard, Source, SourceKind, Transform, TransformKind } from './definition/source';
export type { Problem } from './definition/problem';

/** How to read one site: schema version 1. The reference with an example of each source is connectors/README.md. */
const host = z.string().check(
  z.maxLength(120),
  z.regex(/^(\*\.)?([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)+[a-z][a-z0-9-]*[a-z0-9]$|^localhost$|^127\.0\.0\.1$/, {
    error: 'not a host such as www.example.org or *.example.org',
  }),
  z.describe('www.example.org, or *.example.org for it and everything below it.'),
);

const name = matching(/^[a-zA-Z][a-zA-Z0-9]{0,39}$/, 'not a name of letters and digits');

const itemSchema = z.strictObject({
  type: z.optional(
    sources.check(
      z.describe('movie or episode. Without it: an episode where a number or an episode title is found.'),
    ),
  ),
  title: z.optional(sources.check(z.describe('Of the film.'))),
  seriesTitle: z.optional(sources),
  seasonNumber: z.optional(sources),
  episodeNumber: z.optional(sources),
  episodeTitle: z.optional(sources),
  year: z.optional(sources),
  ids: z.optional(
    z
      .strictObject({
        tmdb: z.optional(sources),
        imdb: z.optional(sources),
        tvdb: z.optional(sources),
        episodeTmdb: z.optional(sources),
      })
      .check(z.describe('Of the film or the series; episodeTmdb of the episode.')),
  ),
});

const playerSchema = z.strictObject({
  video: z.optional(
    z
      .array(selector)
      .check(
        z.minLength(1),
        z.maxLength(8),
        z.describe('The video elements to choose from: the first selector that finds a usable one.'),
      ),
  ),
  only: z.optional(
    z
      .literal(true)
      .check(
        z.describe('No other video than those; otherwise any video will do when none of them is usable.'),
      ),
  ),
  exclude: z.optional(
    z
      .array(selector)
      .check(
        z.minLength(1),
        z.maxLength(12),
        z.describe('Never a video that is this or stands inside this.'),
      ),
  ),
  shadow: z.optional(z.literal(true).check(z.describe('Look through all open shadow roots.'))),
  inFrame: z.optional(
    z
      .literal(true)
      .check(z.describe('The player is in a child frame only; a video of the page itself is none.')),
  ),
  minDuration: z.optional(
    z
      .number()
      .check(
        z.minimum(0),
        z.maximum(3600),
        z.describe('Seconds; shorter videos are not the player. 60 unless told.'),
      ),
  ),
  clock: z.optional(
    z
      .strictObject({
        position: sources.check(z.describe('Seconds, or text such as 12:34.')),
        duration: z.optional(sources),
        paused: z.optional(
          sources.check(z.describe('Holds while paused; without it the video element tells.')),
        ),
      })
      .check(z.describe('Where the time stands when the video element does not tell it.')),
  ),
  ad: z.optional(sources.check(z.describe('An advertisement plays while one of these yields something.'))),
  live: z.optional(sources.check(z.describe('A live broadcast while one of these yields something.'))),
  trailer: z.optional(sources.check(z.describe('A trailer or clip while one of these yields something.'))),
});

const matchSchema = z.strictObject({
  host: z.optional(regex),
  path: z.optional(regex),
  query: z.optional(z.record(shortText, regex).check(z.describe('Parameter and what it must match.'))),
  hash: z.optional(regex),
  exclude: z.optional(
    z
      .array(regex)
      .check(z.minLength(1), z.maxLength(12), z.describe('Against path, query and hash together.')),
  ),
});

const pageSchema = z.strictObject({
  kind: matching(/^[a-z][a-z0-9-]{0,39}$/, 'not a short name such as watch').check(
    z.describe('A name for this kind of page.'),
  ),
  match: matchSchema.check(
    z.describe('All that are given must match; named groups are read with {"url": "name"}.'),
  ),
  values: z.optional(
    z
      .record(name, sources)
      .check(
        z.describe(
          'Named values, used like groups of the address; where found they take the place of a group of that name.',
        ),
      ),
  ),
  gate: z.optional(
    z
      .array(z.union([sourceSchema, sources]))
      .check(
        z.minLength(1),
        z.maxLength(12),
        z.describe(
          'All must yield something, else nothing is being watched here; of a list inside, one must.',
        ),
      ),
  ),
  identity: z.optional(
    sources.check(z.describe('What else tells one title from the next, beside address, title and numbers.')),
  ),
  item: itemSchema,
  player: z.optional(playerSchema),
  generic: z.optional(
    z.literal(false).check(z.describe('Structured data of this page misleads and is no substitute.')),
  ),
});

const frameSchema = z.strictObject({
  hosts: z.array(host).check(z.minLength(1), z.maxLength(10)),
  path: z.optional(regex),
  player: playerSchema,
});

const endpointSchema = z.strictObject({
  urls: z
    .array(template)
    .check(
      z.minLength(1),
      z.maxLength(5),
      z.describe(
        'Tried in this order. {name} is encoded, {+name} keeps its slashes. Starts with https://host/ or {$origin}/.',
      ),
    ),
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
  body: z.optional(z.json().check(z.describe('Sent as JSON with POST; {name} works in its texts.'))),
  credentials: z.optional(
    z.literal(true).check(z.describe("With the cookies of that host. Always so on the page's own origin.")),
  ),
  check: z.optional(
    z
      .strictObject({ path: jsonPath, equals: template })
      .check(z.describe('An answer in which this does not hold is none.')),
  ),
});

export const definitionSchema = z.strictObject({
  $schema: z.optional(z.string().check(z.maxLength(300))),
  version: z.literal(1),
  id: matching(/^[a-z][a-z0-9-]{1,39}$/, 'not an id such as my-site'),
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  homepage: z.optional(z.url({ protocol: /^https?$/, error: 'not a web address' }).check(z.maxLength(300))),
  hosts: z.array(host).check(z.maxLength(40), z.describe('Where the pages are.')),
  apiHosts: z.optional(
    z.array(host).check(z.minLength(1), z.maxLength(10), z.describe('Other hosts that endpoints ask.')),
  ),
  userHosts: z.optional(
    z
      .strictObject({
        fingerprint: sources.check(z.describe('One must yield something for this to be the product.')),
      })
      .check(z.describe('A product people run at addresses of their own.')),
  ),
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
  pages: z.array(pageSchema).check(z.minLength(1), z.maxLength(8)),
  frames: z.optional(
    z
      .array(frameSchema)
      .check(
        z.minLength(1),
        z.maxLength(6),
        z.describe('Players in frames of other hosts; they tell the time only.'),
      ),
  ),
  endpoints: z.optional(z.record(name, endpointSchema)),
  verified: z.strictObject({
    date: z
      .nullable(z.iso.date({ error: 'not a date such as 2026-11-21' }))
      .check(z.describe('When it last worked on the live site; null if never tried there.')),
    how: shortText,
  }),
  notes: z.optional(z.array(shortText).check(z.maxLength(20))),
  sources: z.optional(z.array(shortText).check(z.maxLength(20), z.describe('Where the facts come from.'))),
});

export type Definition = z.infer<typeof definitionSchema>;
export type PageDefinition = Definition['pages'][number];
export type FrameDefinition = NonNullable<Definition['frames']>[number];
export type PlayerDefinition = NonNullable<PageDefinition['player']>;
export type ItemDefinition = PageDefinition['item'];
export type MatchDefinition = PageDefinition['match'];
export type EndpointDefinition = NonNullable<Definition['endpoints']>[string];

/**
 * A definition of the right shape, else `undefined`; `parseDefinition` tells an author what is wrong, in words that the
 * worker has no use for. `checkDefinition` then looks at how its parts fit together.
 */
export function readDefinition(value: unknown): Definition | undefined {
  return definitionSize(value) > largestDefinition ? undefined : definitionSchema.safeParse(value).data;
}

/** In characters. */
export const largestDefinition = 65_536;

export function definitionSize(value: unknown): number {
  return JSON.stringify(value)?.length ?? 0;
}

function matching(pattern: RegExp, error: string) {
  return z.string().check(z.regex(pattern, { error }));
}
