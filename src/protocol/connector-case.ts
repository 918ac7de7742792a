import * as z from 'zod/mini';
import { json } from './definition/value-schemas';

/*
 * A case of a connector: the address of a saved page, what a browser would know about the page, and the
 * expected values. The workbench stores and runs cases in this format; `cases-file.ts` defines that of
 * `cases.json`.
 */

const text = (most: number) => z.string().check(z.maxLength(most));
const seconds = z.number().check(z.minimum(0));
const maybe = z.optional;

/** State of the video elements that a selector finds. Times are in seconds, sizes in CSS pixels. */
export const videoSchema = z.strictObject({
  selector: text(300),
  /** `null`: no medium is loaded. */
  duration: z.nullable(z.union([seconds, z.literal('Infinity')])),
  position: maybe(seconds),
  paused: maybe(z.boolean()),
  ended: maybe(z.boolean()),
  source: maybe(text(500)),
  width: maybe(seconds),
  height: maybe(seconds),
  muted: maybe(z.boolean()),
  loop: maybe(z.boolean()),
});

export const expectedIdsSchema = z.strictObject({
  tmdb: maybe(z.int()),
  imdb: maybe(z.string()),
  tvdb: maybe(z.int()),
  episodeTmdb: maybe(z.int()),
  site: maybe(z.string()),
});

export const expectedItemSchema = z.strictObject({
  type: maybe(z.enum(['movie', 'episode'])),
  title: maybe(z.string()),
  seriesTitle: maybe(z.string()),
  seasonNumber: maybe(z.int()),
  episodeNumber: maybe(z.int()),
  episodeTitle: maybe(z.string()),
  year: maybe(z.int()),
  language: maybe(z.string()),
  ids: maybe(expectedIdsSchema),
});

export const expectedPlayerSchema = z.strictObject({
  position: maybe(z.number()),
  duration: maybe(z.union([z.number(), z.literal('Infinity')])),
  state: maybe(z.enum(['playing', 'paused', 'ended'])),
  selector: maybe(text(300)),
});

/** The expected values. Absent keys are not compared, except `gate` (none) and `degraded` (false). */
export const expectationSchema = z.strictObject({
  page: maybe(z.nullable(text(40))),
  item: maybe(expectedItemSchema),
  gate: maybe(z.enum(['ad', 'live', 'trailer', 'closed'])),
  degraded: maybe(z.boolean()),
  player: maybe(z.nullable(expectedPlayerSchema)),
  identity: maybe(z.enum(['changed', 'same'])),
});

export const storageSchema = z.strictObject({
  local: maybe(z.record(z.string(), json)),
  session: maybe(z.record(z.string(), json)),
});

export const mediaSessionSchema = z.strictObject({
  title: maybe(z.string()),
  artist: maybe(z.string()),
  album: maybe(z.string()),
});

/** The keys that a case and each of its steps have in common. */
export const situationFields = {
  about: z.string().check(z.minLength(1), z.maxLength(300)),
  videos: maybe(z.array(videoSchema).check(z.maxLength(20))),
  hidden: maybe(z.array(text(300)).check(z.maxLength(20))),
  storage: maybe(storageSchema),
  mediaSession: maybe(z.nullable(mediaSessionSchema)),
  requests: maybe(z.array(text(2_000)).check(z.maxLength(100))),
  responses: maybe(z.record(z.string(), json)),
  expect: expectationSchema,
};

export const coversSchema = z.enum([
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
]);

/** `z.url` is used only by the service: its code would be part of the worker. */
export const address = z.string().check(z.refine((text) => URL.canParse(text), { error: 'not an address' }));
export const addressSchema = address.check(z.maxLength(2_000));

/** Seconds since the previous step, one day at most. */
export const elapsedSchema = z.number().check(z.minimum(0), z.maximum(86_400));

const mostSteps = 10;

export function stepsOf<T extends z.ZodMiniType>(step: T) {
  return z.array(step).check(z.minLength(1), z.maxLength(mostSteps));
}

export const caseSchema = z.strictObject({
  ...situationFields,
  covers: coversSchema,
  url: addressSchema,
  steps: maybe(
    stepsOf(
      z.strictObject({
        ...situationFields,
        url: maybe(addressSchema),
        /** Name of the page that replaces the previous one, such as `step-2.html`; stored beside the case. */
        page: maybe(z.string().check(z.regex(/^[\w.-]+\.html$/))),
        after: maybe(elapsedSchema),
      }),
    ),
  ),
});

export type ConnectorCase = z.infer<typeof caseSchema>;
export type CaseStep = NonNullable<ConnectorCase['steps']>[number];
export type CaseExpectation = ConnectorCase['expect'];
export type CaseVideo = NonNullable<ConnectorCase['videos']>[number];
