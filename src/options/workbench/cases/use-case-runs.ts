import { useEffect, useState } from 'preact/hooks';
import type { DraftCase } from '../../../core/workbench/draft-record';
import { caseSchema } from '../../../protocol/connector-case';
import type { Definition } from '../../../protocol/definition/definition';
import { loadCaseRunner, type CaseRun } from './case-runner';

/**
 * The result of each case with this definition, run again on each change. `undefined` until they have run; a
 * case that cannot be run has no result.
 */
export function useCaseRuns(
  definition: Definition | undefined,
  cases: readonly DraftCase[],
): readonly (CaseRun | undefined)[] | undefined {
  const [runs, setRuns] = useState<readonly (CaseRun | undefined)[]>();
  const key = JSON.stringify([
    definition,
    cases.map(({ name, case: one, html, pages }) => [name, one, html, pages]),
  ]);
  useEffect(() => {
    if (definition === undefined || cases.length === 0) {
      setRuns(undefined);
      return undefined;
    }
    let current = true;
    void runAll(definition, cases).then(
      (all) => current && setRuns(all),
      () => current && setRuns(cases.map(() => undefined)),
    );
    return () => {
      current = false;
    };
  }, [key]);
  return runs;
}

async function runAll(
  definition: Definition,
  cases: readonly DraftCase[],
): Promise<readonly (CaseRun | undefined)[]> {
  const run = await loadCaseRunner();
  return Promise.all(
    cases.map(async ({ case: one, html, pages }) => {
      const parsed = caseSchema.safeParse(one);
      // A case that the reader rejects must not stop the others.
      return parsed.success ? run(definition, parsed.data, html, pages).catch(() => undefined) : undefined;
    }),
  );
}
