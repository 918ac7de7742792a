import { chmod, cp, mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'vite';
import packageJson from '../../package.json' with { type: 'json' };
import { builtInDefinitions } from '../connector/files.ts';
import { buildAnimePack } from './anime-pack.ts';
import { buildReplayScript } from './replay-script.ts';
import { root } from './root.ts';
import { shrinkwrap } from './shrinkwrap.ts';

/**
 * Packages that are installed beside the program instead of bundled: `libsql` is native, `pg` is loaded only
 * when PostgreSQL is used.
 */
const INSTALLED = ['libsql', 'pg'] as const;

const PROGRAM = 'matinee-tracker.js';

/**
 * Writes the package `matinee-tracker` into the folder: the tracker as one file, its assets, `package.json`,
 * and `npm-shrinkwrap.json`, which fixes the versions and hashes of the packages that are installed beside
 * the tracker.
 */
export async function buildTracker(outDir: string): Promise<void> {
  await bundleProgram('src/service/main.ts', outDir, PROGRAM);
  await chmod(join(outDir, PROGRAM), 0o755);
  await buildReplayScript(join(outDir, 'assets'));
  await buildAnimePack(join(outDir, 'assets'));
  await copyDefinitions(join(outDir, 'assets/connectors'));
  await cp(join(root, 'LICENSE'), join(outDir, 'LICENSE'));
  await writeFile(join(outDir, 'package.json'), `${JSON.stringify(describe(), undefined, 2)}\n`);
  await writeFile(join(outDir, 'npm-shrinkwrap.json'), shrinkwrap(describe()));
}

/**
 * Bundles a program that contains the service into one file of the folder, and copies the assets of its
 * pages. `source` is a path below the root of the repository.
 */
export async function bundleProgram(source: string, outDir: string, fileName: string): Promise<void> {
  await build({
    configFile: false,
    root,
    publicDir: false,
    logLevel: 'warn',
    ssr: { noExternal: true, external: [...INSTALLED] },
    build: {
      ssr: source,
      outDir,
      emptyOutDir: true,
      target: 'node20',
      rollupOptions: {
        output: { entryFileNames: fileName, banner: '#!/usr/bin/env node', codeSplitting: false },
      },
    },
  });
  await cp(join(root, 'src/service/pages/assets'), join(outDir, 'assets'), { recursive: true });
  await cp(join(root, 'src/ui/styles/tokens.css'), join(outDir, 'assets/tokens.css'));
}

/** The packaged connectors, so that a reviewer sees what a submission changes. */
async function copyDefinitions(outDir: string): Promise<void> {
  await mkdir(outDir, { recursive: true });
  await Promise.all(
    builtInDefinitions(join(root, 'src/connectors')).map((definition) =>
      writeFile(join(outDir, `${definition.id}.json`), `${JSON.stringify(definition, undefined, 2)}\n`),
    ),
  );
}

function describe() {
  const { version, license, engines, dependencies } = packageJson;
  return {
    name: 'matinee-tracker',
    version,
    description: 'The viewing tracker of Matinee, on SQLite or PostgreSQL.',
    license,
    type: 'module',
    engines,
    bin: { 'matinee-tracker': PROGRAM },
    dependencies: Object.fromEntries(INSTALLED.map((name) => [name, dependencies[name]])),
  };
}
