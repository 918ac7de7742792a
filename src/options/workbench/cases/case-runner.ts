import type { ConnectorCase } from '../../../protocol/connector-case';
import type { Definition } from '../../../protocol/definition/definition';

/** The result of a case. */
export type CaseRun = Readonly<{
  passed: boolean;
  /** The values that were read from the saved page. */
  item: Readonly<Record<string, unknown>>;
  /** Fields that differ from what the case expects. */
  differs: string[];
}>;

type RunCase = (
  definition: Definition,
  one: ConnectorCase,
  html: string,
  pages?: Readonly<Record<string, string>>,
) => Promise<CaseRun>;

let loading: Promise<RunCase> | undefined;

/**
 * Loads the content script that reads pages into this page, so that cases run with the same code as real
 * pages.
 */
export function loadCaseRunner(): Promise<RunCase> {
  loading ??= load();
  return loading;
}

async function load(): Promise<RunCase> {
  // The picker uses modules that the reading aid publishes, so the reading aid comes first.
  await addScript('/reading-aid.js');
  await addScript('/picker.js');
  const { matineeRunCase } = globalThis as { matineeRunCase?: RunCase };
  if (matineeRunCase === undefined) throw new Error('no reader');
  return matineeRunCase;
}

function addScript(src: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    const script = document.createElement('script');
    script.src = src;
    script.addEventListener('load', resolve);
    script.addEventListener('error', () => reject(new Error('no reader')));
    document.head.append(script);
  });
}
