import * as z from 'zod/mini';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import { parseDefinition } from '../../protocol/definition/parse-definition';
import type { Evidence } from '../../protocol/grade/evidence';
import { gradeSite } from '../../protocol/grade/grade-site';
import { submittedCasesSchema } from '../../protocol/tracker/connector-submission';
import type { Release } from '../../protocol/tracker/connector-catalogue';

const evidenceSchema = z.object({
  source: z.url({ protocol: /^https$/ }),
  kind: z.string().check(z.maxLength(20)),
  date: z.string().check(z.regex(/^\d{4}(-\d\d(-\d\d)?)?$/)),
  fields: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20)),
  people: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
});

/** The entries of the evidence in a definition that have the right form; a reviewer sees them. */
export function evidenceIn(definition: unknown): readonly Evidence[] {
  const stated: unknown = isRecord(definition) ? definition['evidence'] : undefined;
  return (Array.isArray(stated) ? stated : []).flatMap((one) => evidenceSchema.safeParse(one).data ?? []);
}

/** The grade of a published file on a day, by the rules alone; `undefined`: none. */
export function gradeOf(file: string | undefined, now: number): Release['grade'] {
  const content = file === undefined ? undefined : parseJson(file);
  if (!isRecord(content)) return undefined;
  const parsed = parseDefinition(content['definition']);
  const cases = submittedCasesSchema.safeParse(content['cases']);
  if (!parsed.ok || !cases.success) return undefined;
  const definition = { ...parsed.definition, evidence: evidenceIn(content['definition']) };
  const { grade } = gradeSite({
    definition,
    cases: cases.data.map((one) => one.case),
    today: new Date(now),
  });
  return grade === 'none' ? undefined : grade;
}
