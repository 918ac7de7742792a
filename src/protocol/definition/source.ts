import * as z from 'zod/mini';
import { parsePageWorldPath } from '../../core/definition/page-world-reader';
import {
  once,
  aroundVideo,
  index,
  jsonPath,
  regex,
  selector,
  shortText,
  someText,
  template,
  yes,
} from './value-schemas';
import { transforms } from './transform';

/**
 * A source says where a value is, how it is cleaned and when it is trusted. It has exactly one of these keys.
 */
export const sourceKinds = [
  'url',
  'text',
  'attribute',
  'scan',
  'exists',
  'title',
  'meta',
  'jsonLd',
  'scriptJson',
  'scriptAssignment',
  'nextFlight',
  'mediaSession',
  'storage',
  'endpoint',
  'pageWorld',
  'request',
  'received',
  'constant',
] as const;

/** Any source, with these common properties. The options are in the order of `sourceKinds`. */
function sourceUnion<C extends z.core.$ZodShape>(common: C) {
  return z.union([...documentSources(common), ...embeddedDataSources(common), ...runtimeSources(common)]);
}

/** Sources in the address and the elements of the page. */
function documentSources<C extends z.core.$ZodShape>(common: C) {
  return [
    z.strictObject({ url: shortText, ...common }),
    z.strictObject({
      text: selector,
      index: z.optional(index),
      own: z.optional(yes),
      aroundVideo: z.optional(aroundVideo),
      ...common,
    }),
    z.strictObject({
      attribute: selector,
      name: shortText,
      index: z.optional(index),
      aroundVideo: z.optional(aroundVideo),
      ...common,
    }),
    z.strictObject({
      scan: selector,
      matches: regex,
      name: z.optional(shortText),
      own: z.optional(yes),
      offset: z.optional(z.int().check(z.minimum(-5), z.maximum(5))),
      aroundVideo: z.optional(aroundVideo),
      ...common,
    }),
    z.strictObject({
      exists: selector,
      visible: z.optional(yes),
      aroundVideo: z.optional(aroundVideo),
      ...common,
    }),
    z.strictObject({ title: yes, ...common }),
    z.strictObject({ meta: shortText, ...common }),
  ] as const;
}

/** Sources in script elements of the page. */
function embeddedDataSources<C extends z.core.$ZodShape>(common: C) {
  return [
    z.strictObject({
      jsonLd: z.array(shortText).check(z.minLength(1), z.maxLength(8)),
      path: jsonPath,
      about: z.optional(template),
      ...common,
    }),
    z.strictObject({
      scriptJson: selector,
      path: jsonPath,
      ...common,
    }),
    z.strictObject({
      scriptAssignment: z
        .string()
        .check(z.regex(/^[A-Za-z_$][\w$.]{0,80}$/, { error: 'not a name such as window.__data' })),
      path: jsonPath,
      ...common,
    }),
    z.strictObject({
      nextFlight: yes,
      path: jsonPath,
      ...common,
    }),
  ] as const;
}

/** Sources in the running page, or requested from its servers. */
function runtimeSources<C extends z.core.$ZodShape>(common: C) {
  return [
    z.strictObject({ mediaSession: z.enum(['title', 'artist', 'album']), ...common }),
    z.strictObject({
      storage: shortText,
      area: z.optional(z.enum(['local', 'session'])),
      path: z.optional(jsonPath),
      ...common,
    }),
    z.strictObject({
      endpoint: shortText,
      path: jsonPath,
      ...common,
    }),
    z.strictObject({
      pageWorld: shortText.check(
        z.refine((text) => parsePageWorldPath(text) !== undefined, {
          error: 'not a path of names, ["keys"], [0], [*] and getters without arguments (get…, is…, has…)',
        }),
      ),
      element: z.optional(selector),
      path: z.optional(jsonPath),
      ...common,
    }),
    z.strictObject({ request: regex, ...common }),
    z.strictObject({ received: regex, path: jsonPath, about: z.optional(template), ...common }),
    z.strictObject({ constant: someText, ...common }),
  ] as const;
}

const guardSchema = once(() =>
  z
    .strictObject({
      of: z.optional(sourceUnion({ transforms: transforms() })),
      equals: z.optional(template),
      contains: z.optional(template),
      matches: z.optional(regex),
      not: z.optional(yes),
    })
    .check(
      z.refine((guard) => countChecks(guard) <= 1, {
        error: 'has several checks; one of equals, contains, matches is allowed',
      }),
      z.refine((guard) => countChecks(guard) > 0 || guard.of !== undefined, {
        error: 'checks nothing; add equals, contains, matches or of',
      }),
    ),
);

type GuardChecks = Readonly<{
  equals?: unknown;
  contains?: unknown;
  matches?: unknown;
}>;

function countChecks({ equals, contains, matches }: GuardChecks): number {
  return [equals, contains, matches].filter((check) => check !== undefined).length;
}

export const sourceSchema = once(() =>
  sourceUnion({
    transforms: transforms(),
    guards: z.optional(z.array(guardSchema()).check(z.minLength(1), z.maxLength(4))),
    remember: z.optional(yes),
  }),
);

export const sources = once(() => z.array(sourceSchema()).check(z.minLength(1), z.maxLength(12)));

export type Source = z.infer<ReturnType<typeof sourceSchema>>;
export type Guard = z.infer<ReturnType<typeof guardSchema>>;
export type SourceKind = (typeof sourceKinds)[number];
