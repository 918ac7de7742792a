import type { ConnectorCase } from '../../../protocol/connector-case';
import type { Definition } from '../../../protocol/definition';

/** What a run of a case came to; the reader's own answer. */
export interface CaseRun {
  readonly passed: boolean;
  readonly item: Readonly<Record<string, unknown>>;
  readonly differs: readonly string[];
}

type RunCase = (
  definition: Definition,
  one: ConnectorCase,
  html: string,
  pages?: Readonly<Record<string, string>>,
) => Promise<CaseRun>;

let loading: Promise<RunCase> | undefined;

/** Cases run with the very script that reads pages, loaded into this page: nothing else could promise the same result. */
export function loadCaseRunner(): Promise<RunCase> {
  loading ??= new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = '/picker.js';
    script.addEventListener('load', () => {
      const { matineeRunCase } = globalThis as { matineeRunCase?: RunCase };
      if (matineeRunCase === undefined) reject(new Error('no reader'));
      else resolve(matineeRunCase);
    });
    script.addEventListener('error', () => reject(new Error('no reader')));
    document.head.append(script);
  });
  return loading;
}
