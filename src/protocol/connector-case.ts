import * as z from 'zod/mini';

const text = (most: number) => z.string().check(z.maxLength(most));
/** Seconds. */
const seconds = z.number().check(z.minimum(0));
const maybe = z.optional;

/** The state of one video element. `duration` is `null` before the metadata has loaded. */
const video = z.strictObject({
  selector: text(300),
  duration: z.union([seconds, z.literal('Infinity'), z.null()]),
  position: maybe(seconds),
  paused: maybe(z.boolean()),
  ended: maybe(z.boolean()),
  source: maybe(text(500)),
  width: maybe(seconds),
  height: maybe(seconds),
  muted: maybe(z.boolean()),
  loop: maybe(z.boolean()),
});

/** What must be read. Only the named fields are compared. */
const expected = z.strictObject({
  /** `kind` of the page; `null`: the address is none of the definition's pages. */
  page: maybe(z.nullable(text(40))),
  item: maybe(
    z.strictObject({
      type: maybe(z.enum(['movie', 'episode'])),
      title: maybe(z.string()),
      seriesTitle: maybe(z.string()),
      seasonNumber: maybe(z.int()),
      episodeNumber: maybe(z.int()),
      episodeTitle: maybe(z.string()),
      year: maybe(z.int()),
      ids: maybe(
        z.strictObject({
          tmdb: maybe(z.int()),
          imdb: maybe(z.string()),
          tvdb: maybe(z.int()),
          episodeTmdb: maybe(z.int()),
        }),
      ),
    }),
  ),
  gate: maybe(z.enum(['ad', 'live', 'trailer', 'closed'])),
  degraded: maybe(z.boolean()),
  player: maybe(
    z.nullable(
      z.strictObject({
        position: maybe(z.number()),
        duration: maybe(z.union([z.number(), z.literal('Infinity')])),
        state: maybe(z.enum(['playing', 'paused', 'ended'])),
        selector: maybe(text(300)),
      }),
    ),
  ),
  identity: maybe(z.enum(['changed', 'same'])),
});

/** The page at one moment, and what must be read from it. */
const situation = {
  about: z.string().check(z.minLength(1), z.maxLength(300)),
  videos: maybe(z.array(video).check(z.maxLength(20))),
  /** Selectors of invisible elements: a saved page has no layout. */
  hidden: maybe(z.array(text(300)).check(z.maxLength(20))),
  storage: maybe(
    z.strictObject({
      local: maybe(z.record(z.string(), z.json())),
      session: maybe(z.record(z.string(), z.json())),
    }),
  ),
  mediaSession: maybe(
    z.nullable(
      z.strictObject({ title: maybe(z.string()), artist: maybe(z.string()), album: maybe(z.string()) }),
    ),
  ),
  /** Addresses that the page has loaded. */
  requests: maybe(z.array(text(2_000)).check(z.maxLength(100))),
  /** The JSON that an endpoint returns, by its address, or a reader of the page world, by its path. */
  responses: maybe(z.record(z.string(), z.json())),
  expect: expected,
};

/** A case of a connector: a saved page (`<case>.html`) and what must be read from it (`<case>.json`). */
export const caseSchema = z.strictObject({
  ...situation,
  covers: z.enum([
    'film',
    'episode',
    'ad',
    'trailer',
    'live',
    'next-episode',
    'stale',
    'not-watching',
    'frame',
    'other',
  ]),
  url: z.url().check(z.maxLength(2_000)),
  /** What happens on the page afterwards. */
  steps: maybe(
    z
      .array(
        z.strictObject({
          ...situation,
          url: maybe(z.url().check(z.maxLength(2_000))),
          /** Another saved page that replaces the first. */
          page: maybe(z.string().check(z.regex(/^[\w.-]+\.html$/))),
          /** Seconds since the step before; 1 when absent. */
          after: maybe(z.number().check(z.minimum(0), z.maximum(86_400))),
        }),
      )
      .check(z.minLength(1), z.maxLength(10)),
  ),
});

export type ConnectorCase = z.infer<typeof caseSchema>;
export type CaseStep = NonNullable<ConnectorCase['steps']>[number];
export type CaseExpectation = ConnectorCase['expect'];
export type CaseVideo = NonNullable<ConnectorCase['videos']>[number];
