import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { changedFiles, findBase, git } from '../../../scripts/changes';
import { root } from '../../../scripts/build/root';

const LIMITS = 'scripts/metrics/limits.json';
/** As many commits of main are looked at where no base is known. */
const LATEST = 20;

type Limits = Readonly<Record<string, number>>;

/** `sizes › worker, kB`; none of a file that does not exist. */
function readLimits(text: string | undefined): Limits {
  const groups = JSON.parse(text ?? '{}') as Record<string, Limits>;
  return Object.fromEntries(
    Object.entries(groups).flatMap(([group, limits]) =>
      Object.entries(limits).map(([name, limit]) => [`${group} › ${name}`, limit] as const),
    ),
  );
}

/** Limits that are higher than before, or gone. A new one is not a raised one. */
function raised(before: Limits, after: Limits): readonly string[] {
  return Object.entries(before)
    .filter(([name, limit]) => (after[name] ?? Infinity) > limit)
    .map(([name, limit]) => `${name}: ${String(limit)} -> ${String(after[name] ?? 'none')}`);
}

const at = (commit: string) => readLimits(git(root, 'show', `${commit}:${LIMITS}`));

test('a limit is raised only by a commit of its own, never by the one that needs it', () => {
  const range = findBase(root);
  const listed = git(root, 'log', '--format=%H', `-n${LATEST}`, range === undefined ? 'HEAD' : `${range}..`);
  const wrong = (listed ?? '').split('\n').flatMap((commit) => {
    const files = git(root, 'show', '--format=', '--name-only', '--no-renames', commit);
    if (commit === '' || files === LIMITS || !files?.includes(LIMITS)) return [];
    return raised(at(`${commit}^`), at(commit)).map((limit) => `${commit.slice(0, 10)} ${limit}`);
  });
  expect(wrong).toEqual([]);
});

test('what is not committed yet raises no limit beside another change', () => {
  const head = git(root, 'rev-parse', 'HEAD');
  if (head === undefined || changedFiles(root, head).join() === LIMITS) return;
  expect(raised(at(head), readLimits(readFileSync(join(root, LIMITS), 'utf8')))).toEqual([]);
});

test('a limit that is gone counts as raised, a new one does not', () => {
  const before = { 'sizes › worker, kB': 70, 'sizes › popup, kB': 25 };
  expect(raised(before, { 'sizes › worker, kB': 70.2, other: 3 })).toEqual([
    'sizes › worker, kB: 70 -> 70.2',
    'sizes › popup, kB: 25 -> none',
  ]);
  expect(raised(before, { ...before, 'sizes › popup, kB': 24 })).toEqual([]);
});
