import type { DraftCase } from '../../../core/workbench/draft-record';
import { isHashedName } from '../../../core/workbench/source-ranking';
import type { Definition, Source } from '../../../protocol/definition/definition';
import type { CaseRun } from '../cases/case-runner';

/** Why a definition cannot be submitted; each has a text `workbench_check_<name>`. */
export type SubmissionProblem = 'invalid' | 'case' | 'fragile' | 'hosts';

export function submissionProblems(
  definition: Definition | undefined,
  cases: readonly DraftCase[],
  runs: readonly (CaseRun | undefined)[],
): readonly SubmissionProblem[] {
  if (definition === undefined) return ['invalid'];
  const problems: SubmissionProblem[] = [];
  const failing = runs.some((run) => run !== undefined && !run.passed);
  if (failing || !cases.some((_, index) => provesReading(runs[index]))) problems.push('case');
  if (fragileFields(definition).length > 0) problems.push('fragile');
  if (definition.hosts.some((host) => !host.includes('.'))) problems.push('hosts');
  return problems;
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

/** A passed case with a film or episode; one without an item proves only that nothing is read. */
function provesReading(run: CaseRun | undefined): boolean {
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
