import * as z from 'zod/mini';
import { parseJsonPath } from '../../core/definition/json-path';
import { parsePagePath } from '../../core/definition/page-path';

/** A source: where a value stands, how it is cleaned, when it is trusted. Exactly one kind key per source. */
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
  'constant',
] as const;

export const shortText = z.string().check(z.minLength(1), z.maxLength(300));

export const selector = shortText.check(
  z.describe(
    'A CSS selector. ` >> ` steps into the open shadow root of what stands before it, or into a frame of the same host: `my-app >> .title`.',
  ),
);

export const regex = z
  .string()
  .check(
    z.minLength(1),
    z.maxLength(500),
    z.refine(compiles, { error: 'not a valid regular expression (JavaScript, flag u)' }),
    z.describe(
      'A regular expression, run with the flags u and – except on the address – i, on at most 1,000 characters.',
    ),
  );

export const jsonPath = shortText.check(
  z.refine((text) => parseJsonPath(text) !== undefined, {
    error: "not a JSON path ($, .name, ['name'], [0], [-1], [*], ..name, [?@.name == 'text'])",
  }),
  z.describe('Where in the JSON the value stands.'),
);

export const template = shortText.check(
  z.describe('Text in which {name} stands for a group of the address or a value of the page.'),
);

const index = z
  .int()
  .check(z.minimum(-50), z.maximum(50), z.describe('Which of several: 0 is the first, -1 the last.'));
const aroundVideo = selector.check(
  z.describe('Look only inside the closest ancestor of the playing video that matches this.'),
);
const yes = z.literal(true);
const someText = z.string().check(z.maxLength(300));

export const transformSchema = z.union([
  z.strictObject({
    stripPrefix: shortText.check(z.describe('Text removed from the beginning, in any case of letters.')),
  }),
  z.strictObject({
    stripSuffix: shortText.check(z.describe('Text removed from the end, in any case of letters.')),
  }),
  z.strictObject({
    regex: regex.check(z.describe('Keeps what a group of it matches; no match, no value.')),
    group: z.optional(
      z
        .union([z.int().check(z.minimum(0), z.maximum(20)), shortText])
        .check(
          z.describe('Number or name; the first group unless told, the whole match where there is none.'),
        ),
    ),
  }),
  z.strictObject({ replace: regex, with: someText.check(z.describe('May use $1 or $<name>.')) }),
  z.strictObject({
    split: shortText.check(z.describe('The text between the parts, taken literally.')),
    index,
  }),
  z.strictObject({
    number: z.enum(['digits', 'roman', 'kanji', 'any']).check(z.describe('Reads a number written that way.')),
  }),
  z.strictObject({
    factor: z.number().check(z.describe('Multiplies a number: 0.001 makes seconds of milliseconds.')),
  }),
  z.strictObject({ deslug: yes.check(z.describe('the-long-way becomes The Long Way.')) }),
  z.strictObject({ undouble: yes.check(z.describe('"Title Title" becomes "Title".')) }),
  z.strictObject({
    lookup: z
      .record(shortText, someText)
      .check(z.describe('Known values and what they mean, in any case of letters; another value is none.')),
    else: z.optional(someText.check(z.describe('What another value means.'))),
  }),
  z.strictObject({ format: template.check(z.describe('Builds text; {value} is the value so far.')) }),
  z.strictObject({
    jsonPath: jsonPath.check(z.describe('Goes on inside a JSON value, or inside text that holds JSON.')),
  }),
  z.strictObject({
    find: jsonPath.check(
      z.describe(
        'Of a list, keeps the first element in which this path finds the value, or a text that matches.',
      ),
    ),
    equals: z.optional(template),
    matches: z.optional(regex),
  }),
  z.strictObject({
    largest: jsonPath.check(
      z.describe('Of a list, keeps the element in which this path finds the largest number.'),
    ),
  }),
  z.strictObject({
    seasonEpisode: z
      .enum(['season', 'episode', 'title', 'series'])
      .check(
        z.describe(
          'Takes "S1 E2 – Title" in any language apart: the season, the episode, the text after it or the text before it.',
        ),
      ),
    label: z.optional(
      yes.check(
        z.describe(
          'The text is the label of an episode and nothing else, so a number that stands alone in it is the episode: "5", "Ukjent 5".',
        ),
      ),
    ),
  }),
]);

const transforms = z.optional(
  z
    .array(transformSchema)
    .check(z.minLength(1), z.maxLength(10), z.describe('What is done with the value, in this order.')),
);

/** The source union with these common keys; its options stand in the order of `sourceKinds`. */
function sourceUnion<C extends z.core.$ZodShape>(common: C) {
  return z.union([
    z.strictObject({
      url: shortText.check(z.describe('A named group of `match`, or $host, $path, $query, $hash, $origin.')),
      ...common,
    }),
    z.strictObject({
      text: selector,
      index: z.optional(index),
      own: z.optional(
        yes.check(z.describe('Only the text of the element itself, not of elements inside it.')),
      ),
      aroundVideo: z.optional(aroundVideo),
      ...common,
    }),
    z.strictObject({
      attribute: selector,
      name: shortText.check(z.describe('The name of the attribute.')),
      index: z.optional(index),
      aroundVideo: z.optional(aroundVideo),
      ...common,
    }),
    z.strictObject({
      scan: selector.check(z.describe('Elements to look through, at most 300.')),
      matches: regex.check(z.describe('The first element whose text matches is taken.')),
      name: z.optional(shortText.check(z.describe('Looks at this attribute in place of the text.'))),
      own: z.optional(yes),
      offset: z.optional(
        z
          .int()
          .check(
            z.minimum(-5),
            z.maximum(5),
            z.describe('Takes the element that many places further in the same list.'),
          ),
      ),
      aroundVideo: z.optional(aroundVideo),
      ...common,
    }),
    z.strictObject({
      exists: selector,
      visible: z.optional(yes.check(z.describe('Only when it takes up room on the page.'))),
      aroundVideo: z.optional(aroundVideo),
      ...common,
    }),
    z.strictObject({ title: yes.check(z.describe('The title of the document.')), ...common }),
    z.strictObject({
      meta: shortText.check(
        z.describe('The content of the meta element with this property, name or itemprop.'),
      ),
      ...common,
    }),
    z.strictObject({
      jsonLd: z
        .array(shortText)
        .check(z.minLength(1), z.maxLength(8), z.describe('A JSON-LD object of one of these types.')),
      path: jsonPath,
      about: z.optional(template.check(z.describe('Only an object whose @id or url contains this.'))),
      ...common,
    }),
    z.strictObject({
      scriptJson: selector.check(z.describe('A script element that holds JSON.')),
      path: jsonPath,
      ...common,
    }),
    z.strictObject({
      scriptAssignment: z
        .string()
        .check(
          z.regex(/^[A-Za-z_$][\w$.]{0,80}$/, { error: 'not a name such as window.__data' }),
          z.describe('A name to which an inline script assigns a literal.'),
        ),
      path: jsonPath,
      ...common,
    }),
    z.strictObject({
      nextFlight: yes.check(z.describe('The rows of self.__next_f, as one list.')),
      path: jsonPath,
      ...common,
    }),
    z.strictObject({ mediaSession: z.enum(['title', 'artist', 'album']), ...common }),
    z.strictObject({
      storage: shortText.check(
        z.describe("A key of the page's localStorage; * at its end stands for the rest."),
      ),
      area: z.optional(z.enum(['local', 'session'])),
      path: z.optional(jsonPath),
      ...common,
    }),
    z.strictObject({
      endpoint: shortText.check(z.describe('The name of an endpoint of this definition.')),
      path: jsonPath,
      ...common,
    }),
    z.strictObject({
      pageWorld: shortText.check(
        z.refine((text) => parsePagePath(text) !== undefined, {
          error: 'not a path of names, ["keys"], [0], [*] and getters without arguments (get…, is…, has…)',
        }),
        z.describe("A path from the page's window."),
      ),
      element: z.optional(selector.check(z.describe('Starts at this element in place of the window.'))),
      path: z.optional(jsonPath),
      ...common,
    }),
    z.strictObject({
      request: regex.check(
        z.describe('The latest address the page has loaded anything from that matches; its first group.'),
      ),
      ...common,
    }),
    z.strictObject({ constant: someText, ...common }),
  ]);
}

const guardSchema = z
  .strictObject({
    of: z.optional(
      sourceUnion({ transforms }).check(z.describe('What is checked; without it, the value itself.')),
    ),
    equals: z.optional(template),
    contains: z.optional(template),
    matches: z.optional(regex),
    not: z.optional(
      yes.check(z.describe('The guard passes when the check fails, also when there is nothing to check.')),
    ),
  })
  .check(
    z.superRefine((guard, context) => {
      const checks = [guard.equals, guard.contains, guard.matches].filter((check) => check !== undefined);
      if (checks.length > 1)
        context.addIssue({
          code: 'custom',
          message: 'has several checks; one of equals, contains, matches is allowed',
        });
      if (checks.length === 0 && guard.of === undefined)
        context.addIssue({ code: 'custom', message: 'checks nothing; add equals, contains, matches or of' });
    }),
  );

export const sourceSchema = sourceUnion({
  transforms,
  guards: z.optional(
    z
      .array(guardSchema)
      .check(z.minLength(1), z.maxLength(4), z.describe('All must pass, after the transforms.')),
  ),
  remember: z.optional(yes.check(z.describe('Kept for this title while it is not visible.'))),
});

export const sources = z.array(sourceSchema).check(z.minLength(1), z.maxLength(12));

export type Source = z.infer<typeof sourceSchema>;
export type Transform = z.infer<typeof transformSchema>;
export type Guard = z.infer<typeof guardSchema>;
export type SourceKind = (typeof sourceKinds)[number];
export type TransformKind = (typeof transformKinds)[number];

function compiles(text: string): boolean {
  try {
    return new RegExp(text, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
