import { valueAt } from '../../../core/workbench/draft-history';
import type { DraftCase } from '../../../core/workbench/draft-record';
import { ENOUGH_TITLES } from '../../../core/workbench/submission';
import { isHashedName } from '../../../core/workbench/source-ranking';
import type { Definition, Source } from '../../../protocol/definition/definition';
import type { CaseRun } from '../cases/case-runner';

/** Why a definition cannot be submitted; each has a text `workbench_check_<name>`. */
export type SubmissionProblem = 'invalid' | 'second' | 'differs' | 'case' | 'fragile' | 'hosts';

/** `runs`: `undefined` until the cases have run; nothing is said about them before. */
export function submissionProblems(
  definition: Definition | undefined,
  cases: readonly DraftCase[],
  runs: readonly (CaseRun | undefined)[] | undefined,
  seen: readonly string[],
): readonly SubmissionProblem[] {
  if (definition === undefined) return ['invalid'];
  const problems: SubmissionProblem[] = [];
  if (seen.length < ENOUGH_TITLES && titlesOf(cases).size < ENOUGH_TITLES) problems.push('second');
  if (differingCases(cases, runs).length > 0) problems.push('differs');
  else if (cases.length === 0) problems.push('case');
  else if (runs !== undefined && !cases.some((one, index) => provesReading(one, runs[index])))
    problems.push('case');
  if (fragileFields(definition).length > 0) problems.push('fragile');
  if (definition.hosts.some((host) => !host.includes('.'))) problems.push('hosts');
  return problems;
}

/** Names of the cases from which something else is read than they expect. */
export function differingCases(
  cases: readonly DraftCase[],
  runs: readonly (CaseRun | undefined)[] | undefined,
): readonly string[] {
  return cases.flatMap(({ name }, index) => (runs?.[index]?.passed === false ? [name] : []));
}

/** Fields whose sources all depend on class names or ids that a build has generated. */
export function fragileFields({ pages }: Definition): readonly string[] {
  return pages.flatMap(({ item }) => {
    const { ids: _, ...fields } = item;
    return Object.entries(fields).flatMap(([name, sources]) =>
      sources !== undefined && sources.every(isFragile) ? [name] : [],
    );
  });
}

/** Titles that the cases expect: a case of another page proves as much as the page. */
function titlesOf(cases: readonly DraftCase[]): ReadonlySet<string> {
  const items = cases.map((one) => JSON.stringify(valueAt(one.case, ['expect', 'item'])));
  return new Set(items.filter((item: string | undefined) => item !== undefined));
}

/** A passed case with a film or episode; one without an item proves only that nothing is read. */
function provesReading(one: DraftCase, run: CaseRun | undefined): boolean {
  // A page that is read by substitutes says nothing about the sources of the definition.
  if (valueAt(one.case, ['expect', 'degraded']) === true) return false;
  return run?.passed === true && ['movie', 'episode'].includes(String(run.item['type']));
}

function isFragile(source: Source): boolean {
  const names = [...selectorOf(source).matchAll(/[.#]([\w-]+)/g)].map(([, name = '']) => name);
  return names.some(isHashedName);
}

/** The selector of a source; empty for kinds without one. */
function selectorOf(source: Source): string {
  if ('text' in source) return source.text;
  if ('attribute' in source) return source.attribute;
  // A scan has a selector too, but finds its element by what the text looks like.
  if ('scan' in source) return '';
  return 'exists' in source ? source.exists : '';
}
