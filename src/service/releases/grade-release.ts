import * as z from 'zod/mini';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import { parseDefinition } from '../../protocol/definition/parse-definition';
import type { ConnectorEvidence } from '../../protocol/grade/evidence';
import { gradeSite } from '../../protocol/grade/grade-site';
import { keptEvidence } from '../../protocol/grade/kept-evidence';
import { submittedCasesSchema } from '../../protocol/tracker/connector-submission';
import type { Release } from '../../protocol/tracker/connector-catalogue';

const evidenceSchema = z.object({
  source: z.url({ protocol: /^https$/ }),
  kind: z.string().check(z.maxLength(20)),
  date: z.string().check(z.regex(/^\d{4}(-\d\d(-\d\d)?)?$/)),
  fields: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20)),
  says: z.optional(z.array(z.string().check(z.maxLength(120))).check(z.maxLength(12))),
});

/** The entries of the evidence in a definition that have the right form; a reviewer sees them. */
export function evidenceIn(definition: unknown): readonly ConnectorEvidence[] {
  const stated: unknown = isRecord(definition) ? definition['evidence'] : undefined;
  return (Array.isArray(stated) ? stated : []).flatMap((one) => evidenceSchema.safeParse(one).data ?? []);
}

/**
 * The grade of a published file on a day, by the rules alone; `undefined`: none. The author's statements give
 * no grade, since the service cannot read their sources. A connector that repairs a packaged one keeps that
 * one's evidence as far as it still holds.
 */
export function gradeOf(file: string | undefined, packaged: unknown, now: number): Release['grade'] {
  const content = file === undefined ? undefined : parseJson(file);
  if (!isRecord(content)) return undefined;
  const parsed = parseDefinition(content['definition']);
  const cases = submittedCasesSchema.safeParse(content['cases']);
  const before = parseDefinition(packaged);
  if (!parsed.ok || !cases.success || !before.ok) return undefined;
  const known = { ...before.definition, evidence: evidenceIn(packaged) };
  const definition = { ...parsed.definition, evidence: keptEvidence(known, parsed.definition) };
  const { grade } = gradeSite({
    definition,
    cases: cases.data.map((one) => one.case),
    today: new Date(now),
  });
  return grade === 'none' ? undefined : grade;
}
