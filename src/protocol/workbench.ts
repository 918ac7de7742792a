import * as z from 'zod/mini';
import { proposalKinds, taughtFields } from '../core/workbench/page-facts';
import { caseSchema } from './connector-case';
import { sourceSchema } from './definition/source';
import { itemInput, playbackInput } from './report';

/*
 * What the workbench asks the picker script in a page, and the answers. Answers contain text from the page,
 * so every schema limits its size. The workbench validates them, because the worker would have to compile
 * these schemas at every start.
 */

/** A source that a page proposes must be a valid source of a definition. */
const source = z.custom<Readonly<Record<string, unknown>>>(
  (value) => sourceSchema().safeParse(value).success,
);

const proposal = z.strictObject({
  kind: z.enum(proposalKinds),
  source,
  value: z.string().check(z.maxLength(500)),
  count: z.number().check(z.minimum(0), z.maximum(1e6)),
  fragile: z.boolean(),
});

const proposals = z.array(proposal).check(z.maxLength(20));

export const pageFactsSchema = z.strictObject({
  url: text(4_000),
  title: z.string().check(z.maxLength(500)),
  siteName: z.optional(text(60)),
  language: z.optional(z.string().check(z.regex(/^[a-z]{2,3}$/))),
  item: itemInput,
  fields: z.partialRecord(z.enum(taughtFields), proposals),
  video: z.array(text(300)).check(z.maxLength(8)),
  shadow: z.boolean(),
  frames: z.array(z.string().check(z.regex(/^[a-z0-9.-]{1,120}$/))).check(z.maxLength(10)),
});

const shown = z.optional(z.string().check(z.maxLength(300)));

const tracedSource = z.strictObject({
  field: text(60),
  index: z.int().check(z.minimum(0), z.maximum(20)),
  outcome: z.enum(['hit', 'miss', 'refused', 'remembered']),
  raw: shown,
  transforms: z.array(z.strictObject({ name: text(40), value: shown })).check(z.maxLength(10)),
  guards: z.array(z.strictObject({ seen: shown, passed: z.boolean() })).check(z.maxLength(4)),
  value: shown,
});

export const trialSchema = z.strictObject({
  url: text(4_000),
  /** `kind` of the page. Absent: the address belongs to none of the definition's pages. */
  page: z.optional(text(40)),
  trace: z.array(tracedSource).check(z.maxLength(400)),
  reading: z.optional(
    z.strictObject({
      item: itemInput,
      identity: z.string().check(z.maxLength(2_000)),
      degraded: z.boolean(),
      missing: z.array(text(40)).check(z.maxLength(20)),
      gated: z.boolean(),
      /** The title is the name of the site or the text of a button. */
      implausible: z.optional(z.literal(true)),
    }),
  ),
  /** The page's language; a report states it with its item. */
  language: z.optional(text(40)),
  playback: z.optional(playbackInput),
  gate: z.optional(z.enum(['ad', 'live', 'trailer'])),
  /** Number of video elements, without those in shadow roots. */
  videos: z.int().check(z.minimum(0), z.maximum(1e5)),
});

export const pickSchema = z.union([
  z.strictObject({ state: z.enum(['picking', 'left']) }),
  z.strictObject({ state: z.literal('picked'), text: z.string().check(z.maxLength(500)), proposals }),
]);

export const snapshotSchema = z.strictObject({
  html: z.string().check(z.maxLength(500_000)),
  case: caseSchema.check(z.refine((one) => JSON.stringify(one).length < 500_000)),
});

export type Trial = z.infer<typeof trialSchema>;

export type TracedSource = Trial['trace'][number];

export type Pick = z.infer<typeof pickSchema>;

export type Snapshot = z.infer<typeof snapshotSchema>;

/** The result of a submission. `freeAt`: when the next one may be sent, in milliseconds since 1970. */
export type Submission =
  | Readonly<{ state: 'submitted'; id?: string; url?: string }>
  | Readonly<{ state: 'limited'; freeAt: number; by: 'count' | 'tracker' }>
  | Readonly<{
      state: 'refused';
      code: string;
      message: string;
      /** Seconds until the tracker accepts the next one. */
      retryAfter?: number;
    }>;

function text(most: number) {
  return z.string().check(z.minLength(1), z.maxLength(most));
}

/**
 * Requests of the workbench to the picker script in a page. On its way to the worker each `definition` is a
 * CheckedDefinition, and the worker reads nothing else of a question; on its way to the page it is the
 * definition alone.
 */
export type WorkbenchQuestion =
  | Readonly<{ kind: 'describe' }>
  | Readonly<{ kind: 'try'; definition: unknown }>
  /** Draws the outline on the page. The workbench then polls with `picked`. */
  | Readonly<{ kind: 'pick'; hint: string; field: string }>
  | Readonly<{ kind: 'picked' }>
  | Readonly<{ kind: 'leave' }>
  /** The page as a case, reduced to what this definition reads. */
  | Readonly<{ kind: 'snapshot'; definition: unknown }>;
