import { isHashedName } from '../../../core/workbench/source-ranking';
import type { DraftCase } from '../../../core/workbench/draft-record';
import type { Definition, Source } from '../../../protocol/definition';
import type { CaseRun } from '../cases/case-runner';

/** What keeps a definition from being handed in; each is a sentence `workbench_check_<name>`. */
export type SubmissionProblem = 'invalid' | 'case' | 'fragile' | 'hosts';

export function submissionProblems(
  definition: Definition | undefined,
  cases: readonly DraftCase[],
  runs: readonly (CaseRun | undefined)[],
): readonly SubmissionProblem[] {
  if (definition === undefined) return ['invalid'];
  const proven = cases.some(
    (_, index) =>
      runs[index]?.passed === true && ['movie', 'episode'].includes(String(runs[index]?.item['type'])),
  );
  const failing = runs.some((run) => run !== undefined && !run.passed);
  return [
    ...(proven && !failing ? [] : (['case'] as const)),
    ...(fragileFields(definition).length > 0 ? (['fragile'] as const) : []),
    ...(definition.hosts.some((host) => host.split('.').length < 2) ? (['hosts'] as const) : []),
  ];
}

/** Fields that stand on names which a build has made, and on nothing else. */
export function fragileFields({ pages }: Definition): readonly string[] {
  return pages.flatMap(({ item }) => {
    const { ids: _, ...fields } = item;
    return Object.entries(fields).flatMap(([name, sources]) =>
      sources !== undefined && sources.every(isFragile) ? [name] : [],
    );
  });
}

function isFragile(source: Source): boolean {
  const selector =
    'text' in source
      ? source.text
      : 'attribute' in source
        ? source.attribute
        : 'scan' in source
          ? undefined
          : 'exists' in source
            ? source.exists
            : undefined;
  const names = [...(selector ?? '').matchAll(/[.#]([\w-]+)/g)].map(([, name = '']) => name);
  return names.some(isHashedName);
}
