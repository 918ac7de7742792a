import { spawnSync } from 'node:child_process';

/**
 * The commit that this checkout is compared with: where its branch left main, else the last release.
 * Undefined where nothing earlier is known, as in a fresh clone of main without a release. `asked` names a
 * branch or commit to compare with instead.
 */
export function findBase(
  root: string,
  asked?: string,
  isCi = process.env['CI'] !== undefined,
): string | undefined {
  const head = git(root, 'rev-parse', 'HEAD');
  if (head === undefined) return undefined;
  if (asked !== undefined) return git(root, 'merge-base', 'HEAD', asked);
  const upstream = git(root, 'merge-base', 'HEAD', 'origin/main');
  // What is edited on top of the published main is the whole change. A clone in CI is never edited by hand.
  const isEdited = !isCi && git(root, 'status', '--porcelain') !== '';
  if (upstream !== undefined && (upstream !== head || isEdited)) return upstream;
  const local = upstream === undefined ? git(root, 'merge-base', 'HEAD', 'main') : undefined;
  if (local !== undefined && local !== head) return local;
  const tag = git(root, 'describe', '--tags', '--abbrev=0', '--match=v*');
  const release = tag === undefined ? undefined : git(root, 'rev-list', '-n1', tag);
  return release === head ? undefined : release;
}

/** Paths that differ from `base`, in commits or in the working tree, with new and with deleted files. */
export function changedFiles(root: string, base: string): readonly string[] {
  const listed = [
    git(root, 'diff', '--name-only', '--no-renames', base),
    git(root, 'ls-files', '--others', '--exclude-standard'),
  ];
  return listed.flatMap((text) => (text ?? '').split('\n')).filter((path) => path !== '');
}

/** What git prints; undefined where it fails, or where there is no git. */
export function git(root: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return status === 0 ? stdout.trim() : undefined;
}
