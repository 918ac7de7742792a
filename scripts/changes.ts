import { spawnSync } from 'node:child_process';

/**
 * The commit with which this checkout is compared:
 * - with `asked`, a branch or commit: the point where HEAD left it;
 * - otherwise the point where HEAD left main, if HEAD has commits that main lacks or, outside of CI, the
 *   checkout is edited;
 * - otherwise the last release, if it is not HEAD.
 *
 * `undefined` if there is none, as in an unedited fresh clone of main without a release.
 */
export function findBase(
  root: string,
  asked?: string,
  isCi = process.env['CI'] !== undefined,
): string | undefined {
  if (asked !== undefined) return commonWith(root, asked);
  const head = git(root, 'rev-parse', 'HEAD');
  if (head === undefined) return undefined;
  const main = git(root, 'merge-base', 'HEAD', 'origin/main') ?? git(root, 'merge-base', 'HEAD', 'main');
  // Edits on top of main are the whole change. A clone in CI is never edited by hand.
  const isEdited = !isCi && git(root, 'status', '--porcelain') !== '';
  if (main !== undefined && (main !== head || isEdited)) return main;
  const tag = git(root, 'describe', '--tags', '--abbrev=0', '--match=v*');
  const release = tag === undefined ? undefined : git(root, 'rev-list', '-n1', tag);
  return release === head ? undefined : release;
}

function commonWith(root: string, asked: string): string {
  const common = git(root, 'merge-base', 'HEAD', asked);
  if (common === undefined)
    throw new Error(
      `MATINEE_BASE is ${asked}, but this checkout has no such branch or commit to compare with`,
    );
  return common;
}

/** Paths that differ from `base`, in commits or in the working tree, including new and deleted files. */
export function changedFiles(root: string, base: string): readonly string[] {
  const listed = [
    git(root, 'diff', '--name-only', '--no-renames', base),
    git(root, 'ls-files', '--others', '--exclude-standard'),
  ];
  return listed.flatMap((text) => (text ?? '').split('\n')).filter((path) => path !== '');
}

/** The output of git; `undefined` if it fails or git is not installed. */
export function git(root: string, ...args: readonly string[]): string | undefined {
  const { status, stdout } = spawnSync('git', args, { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 });
  return status === 0 ? stdout.trim() : undefined;
}
