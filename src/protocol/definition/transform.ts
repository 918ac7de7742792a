import * as z from 'zod/mini';
import { once, index, jsonPath, regex, shortText, someText, template, yes } from './value-schemas';

export const transformKinds = [
  'stripPrefix',
  'stripSuffix',
  'regex',
  'replace',
  'split',
  'number',
  'factor',
  'deslug',
  'undouble',
  'lookup',
  'format',
  'jsonPath',
  'find',
  'largest',
  'seasonEpisode',
] as const;

/** A step that changes a value. The options are in the order of `transformKinds`. */
const transformSchema = once(() =>
  z.union([
    z.strictObject({ stripPrefix: shortText }),
    z.strictObject({ stripSuffix: shortText }),
    z.strictObject({
      regex,
      group: z.optional(z.union([z.int().check(z.minimum(0), z.maximum(20)), shortText])),
    }),
    z.strictObject({ replace: regex, with: someText }),
    z.strictObject({ split: shortText, index }),
    z.strictObject({ number: z.enum(['digits', 'roman', 'kanji', 'any']) }),
    z.strictObject({ factor: z.number() }),
    z.strictObject({ deslug: yes }),
    z.strictObject({ undouble: yes }),
    z.strictObject({ lookup: z.record(shortText, someText), else: z.optional(someText) }),
    z.strictObject({ format: template }),
    z.strictObject({ jsonPath }),
    z.strictObject({ find: jsonPath, equals: z.optional(template), matches: z.optional(regex) }),
    z.strictObject({ largest: jsonPath }),
    z.strictObject({
      seasonEpisode: z.enum(['season', 'episode', 'title', 'series']),
      label: z.optional(yes),
    }),
  ]),
);

export const transforms = once(() =>
  z.optional(z.array(transformSchema()).check(z.minLength(1), z.maxLength(10))),
);

export type Transform = z.infer<ReturnType<typeof transformSchema>>;
export type TransformKind = (typeof transformKinds)[number];
