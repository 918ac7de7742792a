import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** As `server.ts`, with what every version has. */
const SERVER = `
import { startService } from './src/service/start-service';
void (async () => {
  const service = await startService({ dataDir: process.argv[2] ?? '' });
  process.stdout.write(JSON.stringify({ url: service.url, key: await service.createKey('sk') }) + '\\n');
})();
`;

export interface EarlierVersion {
  readonly commit: string;
  /** Arguments of Node; the folder of the data follows. */
  readonly program: readonly string[];
  readonly remove: () => void;
}

/**
 * The tracker of a commit of this repository, in a temporary folder, with the packages that are installed now.
 * The loader of TypeScript works before the first request only.
 */
export function unpackEarlier(commit: string): EarlierVersion {
  const folder = mkdtempSync(join(tmpdir(), 'matinee-earlier-'));
  const archive = join(folder, 'source.tar');
  const source = join(folder, 'source');
  mkdirSync(source);
  execFileSync('git', ['archive', '--output', archive, commit, 'src', 'package.json', 'tsconfig.json'], {
    cwd: ROOT,
  });
  execFileSync('tar', ['-xf', archive, '-C', source]);
  symlinkSync(join(ROOT, 'node_modules'), join(source, 'node_modules'));
  const server = join(source, 'bench-server.ts');
  writeFileSync(server, SERVER);
  return {
    commit,
    program: ['--import', 'tsx', server],
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}
