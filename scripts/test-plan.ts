/** Tests that build anew or watch a build. They take minutes and depend on no source of the extension. */
export const BUILD_TESTS: readonly string[] = [
  'test/scripts/build/build-variants.browser.test.ts',
  'test/scripts/dev/start-development.browser.test.ts',
];

/** Each kind of evening in both browsers: minutes that only a change of what records needs. */
export const KIND_TESTS: readonly string[] = [
  'test/e2e/kinds-chromium.test.ts',
  'test/e2e/kinds-firefox.test.ts',
];

export interface TestPlan {
  /** Files and folders for vitest; empty: all. */
  readonly files: readonly string[];
  /** Files that do not run. */
  readonly left: readonly string[];
  /** The projects that run; undefined: all. */
  readonly projects?: readonly string[];
  /** Why, for the person who waits. */
  readonly reason: string;
}

interface Asked {
  /** Paths that differ from the merge base; undefined: no base is known. */
  readonly changed: readonly string[] | undefined;
  readonly all?: boolean;
  /** Only what the change can reach. */
  readonly onlyChanged?: boolean;
}

/** Which tests a change needs. Without a known base nothing has changed that a build depends on. */
export function planTests({ changed, all = false, onlyChanged = false }: Asked): TestPlan {
  if (all) return { files: [], left: [], reason: 'everything' };
  if (changed === undefined)
    return { files: [], left: BUILD_TESTS, reason: 'everything but the tests of builds: no change is known' };
  if (onlyChanged && changed.length > 0) {
    const plan = planForChange(changed);
    if (plan !== undefined) return plan;
  }
  if (changed.some(concernsBuilds)) return { files: [], left: [], reason: 'everything: a build has changed' };
  return changed.some(concernsRecording)
    ? { files: [], left: BUILD_TESTS, reason: 'everything but the tests of builds, which have not changed' }
    : {
        files: [],
        left: [...BUILD_TESTS, ...KIND_TESTS],
        reason:
          'everything but the tests of builds and of kinds of evenings, which the change does not concern',
      };
}

/** Undefined: the change can reach every test. */
function planForChange(changed: readonly string[]): TestPlan | undefined {
  const code = changed.filter((path) => !isText(path));
  if (code.length === 0) return { files: OF_TEXTS, left: [], reason: 'the tests of documents' };
  if (code.every(isConnector)) return { files: OF_CONNECTORS, left: [], reason: 'the tests of connectors' };
  const tests = code.filter((path) => /^test\/.*\.test\.tsx?$/u.test(path));
  if (tests.length === code.length)
    return { files: [...tests, ...OF_TEXTS], left: [], reason: 'the changed tests' };
  if (code.every((path) => path.startsWith('src/service/') || path.startsWith('test/service/')))
    return {
      files: ['test/service', 'test/tracker', 'test/security', 'test/scripts/build-tracker', ...OF_TEXTS],
      left: [],
      reason: 'the tests of the tracker',
    };
  return undefined;
}

const OF_TEXTS = ['test/repository.test.ts', 'test/documents.test.ts', 'test/manifest.test.ts'];
const OF_CONNECTORS = ['test/connectors', 'test/scripts/connector', 'test/protocol', ...OF_TEXTS];

function isConnector(path: string): boolean {
  return path.startsWith('src/connectors/');
}

function isText(path: string): boolean {
  return path.endsWith('.md') || path.startsWith('docs/') || path.startsWith('.store/');
}

function concernsRecording(path: string): boolean {
  return ['src/content/', 'src/core/', 'src/background/', 'test/e2e/kinds'].some((start) =>
    path.startsWith(start),
  );
}

/** What a build depends on beside the sources of the extension, and the tests of builds themselves. */
function concernsBuilds(path: string): boolean {
  return (
    path.startsWith('scripts/') ||
    path.startsWith('test/scripts/') ||
    /^(?:package(?:-lock)?\.json|manifest\.json|tsconfig\.json|[\w.]+\.config\.ts)$/u.test(path) ||
    path.startsWith('.github/')
  );
}
