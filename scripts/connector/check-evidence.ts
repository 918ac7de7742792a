import type { Definition } from '../../src/protocol/definition/definition';
import type { Problem } from '../../src/protocol/definition/problem';
import { problemsOf } from '../../src/protocol/definition/parse-definition';
import { ageInMonths } from '../../src/protocol/grade/evidence';
import { evidenceSchema, type Evidence } from './evidence';

/** What is wrong with the evidence of a definition; a definition without evidence is complete. */
export function checkEvidence(definition: Definition, today = new Date()): Problem[] {
  const { evidence } = definition;
  if (evidence === undefined) return [];
  const parsed = evidenceSchema.safeParse(evidence);
  if (!parsed.success)
    return problemsOf(parsed.error.issues, evidence).map(({ path, message }) => ({
      path: `evidence${path.startsWith('[') ? '' : '.'}${path}`,
      message,
    }));
  return parsed.data.flatMap((one, index) => {
    const report = (message: string): Problem => ({ path: `evidence[${index}]`, message });
    return problemsOfEntry(one, definition, today).map(report);
  });
}

function problemsOfEntry(one: Evidence, definition: Definition, today: Date): string[] {
  const problems: string[] = [];
  if (ageInMonths(one, today) < 0) problems.push(`is of the future; found ${one.date}`);
  if (one.says !== undefined && one.kind !== 'code') problems.push('says belongs to the kind code');
  for (const field of one.fields.filter((name) => isUnread(name, definition)))
    problems.push(`speaks of ${field}, which the definition does not read`);
  return problems;
}

/** A field of the item that no page of the definition reads. */
function isUnread(field: Evidence['fields'][number], { pages }: Definition): boolean {
  return itemFields.has(field) && !pages.some(({ item }) => field in item);
}

const itemFields: ReadonlySet<string> = new Set([
  'type',
  'title',
  'seriesTitle',
  'seasonNumber',
  'episodeNumber',
  'episodeTitle',
  'year',
  'ids',
]);
