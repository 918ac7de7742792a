import { useEffect, useState } from 'preact/hooks';
import type { DraftCase } from '../../core/draft-record';
import { caseSchema } from '../../protocol/connector-case';
import type { Definition } from '../../protocol/definition';
import { loadCaseRunner, type CaseRun } from './case-runner';

/** The result of each case under this definition, run anew on each change; undefined while it runs or cannot. */
export function useCaseRuns(definition: Definition | undefined, cases: readonly DraftCase[]): readonly (CaseRun | undefined)[] {
  const [runs, setRuns] = useState<readonly (CaseRun | undefined)[]>([]);
  const key = JSON.stringify([definition, cases.map(({ name, case: one }) => [name, one])]);
  useEffect(() => {
    if (definition === undefined || cases.length === 0) {
      setRuns([]);
      return undefined;
    }
    let current = true;
    void runAll(definition, cases).then((all) => current && setRuns(all), () => current && setRuns([]));
    return () => {
      current = false;
    };
  }, [key]);
  return runs;
}

export async function runAll(definition: Definition, cases: readonly DraftCase[]): Promise<readonly (CaseRun | undefined)[]> {
  const run = await loadCaseRunner();
  return Promise.all(
    cases.map(async ({ case: one, html }) => {
      const parsed = caseSchema.safeParse(one);
      return parsed.success ? run(definition, parsed.data, html) : undefined;
    }),
  );
}
