import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** A file of a public repository as it is today. */
export interface SourceFile {
  readonly address: string;
  readonly text: string;
  /** The day on which lines with one of these words last changed; that of the file where none has. */
  readonly changed: (words: readonly string[]) => string;
}

/** `elsewhere`: no file on GitHub. `unreachable`: its repository cannot be had now. `gone`: the file. */
export type FoundSource = 'elsewhere' | 'unreachable' | 'gone' | readonly SourceFile[];

/**
 * The file that `address` names on GitHub or, if `address` is a whole repository, the files with one of
 * `words`. They are read from a copy of the repository in `folder`; a missing copy is made.
 */
export function sourceFiles(address: string, words: readonly string[], folder: string): FoundSource {
  const [, owner, name, path] =
    /^https:\/\/github\.com\/([\w.-]+)\/([\w.-]+)(?:\/blob\/[^/]+\/([^#?]+))?$/.exec(address) ?? [];
  if (owner === undefined || name === undefined) return 'elsewhere';
  const web = `https://github.com/${owner}/${name}`;
  const repository = join(folder, `${owner}+${name}`, 'repo');
  if (!existsSync(repository)) clone(web, repository);
  if (!existsSync(repository)) return 'unreachable';
  const git = gitIn(repository);
  const paths = path === undefined ? filesWith(git, words) : [decodeURIComponent(path)];
  const files = paths.flatMap((file) => {
    const text = git('show', `HEAD:${file}`);
    if (text === undefined) return [];
    const dayOf = (...how: readonly string[]) =>
      git('log', '-1', '--format=%cs', ...how, 'HEAD', '--', file)?.trim() ?? '';
    const changed = (words: readonly string[]) =>
      (words.length > 0 && dayOf('--pickaxe-regex', '-S', words.map(escaped).join('|'))) || dayOf();
    return [
      { address: `${web}/blob/HEAD/${file.split('/').map(encodeURIComponent).join('/')}`, text, changed },
    ];
  });
  return files.length === 0 ? 'gone' : files;
}

type Git = (...args: readonly string[]) => string | undefined;

/** `undefined`: the command has failed. */
function gitIn(repository: string): Git {
  return (...args) =>
    attempt(() =>
      execFileSync('git', ['-C', repository, ...args], {
        encoding: 'utf8',
        maxBuffer: 2 ** 28,
        stdio: ['ignore', 'pipe', 'ignore'],
      }),
    );
}

function filesWith(git: Git, words: readonly string[]): readonly string[] {
  const names = words.flatMap((word) => ['-e', word]);
  const found = git('grep', '-lIF', ...names, 'HEAD', '--', '*.js', '*.ts', '*.tsx', '*.py', '*.json') ?? '';
  return found
    .split('\n')
    .filter((line) => line !== '')
    .slice(0, 100)
    .map((line) => line.replace(/^HEAD:/, ''));
}

function clone(address: string, folder: string): void {
  mkdirSync(dirname(folder), { recursive: true });
  const how = ['clone', '--quiet', '--bare', '--filter=blob:none'];
  attempt(() => execFileSync('git', [...how, address, folder], { stdio: 'ignore' }));
}

function escaped(text: string): string {
  return text.replaceAll(/[$()*+.?[\\\]^{|}]/g, String.raw`\$&`);
}

function attempt<T>(job: () => T): T | undefined {
  try {
    return job();
  } catch {
    return undefined;
  }
}
