import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { z } from 'zod';

/**
 * Checks a build for Firefox with web-ext, as Mozilla's store does, but without a network. Throws an `Error`
 * that lists all errors, and all warnings that are not in `ACCEPTED_WARNINGS`.
 */
export async function lintForFirefox(folder: string): Promise<void> {
  const program = fileURLToPath(new URL('../node_modules/web-ext/bin/web-ext.js', import.meta.url));
  const args = [
    program,
    'lint',
    '--source-dir',
    folder,
    '--output',
    'json',
    '--no-input',
    '--no-config-discovery',
  ];
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 64 * 1024 * 1024 }).catch(
    (error: unknown) => {
      // web-ext exits with 1 if it has findings. They are in its output.
      const { stdout: output } = z.object({ stdout: z.string() }).parse(error);
      return { stdout: output };
    },
  );
  const { errors, warnings } = resultSchema.parse(JSON.parse(stdout.slice(stdout.indexOf('{'))));
  const problems = [...errors, ...warnings.filter(({ code }) => !(code in ACCEPTED_WARNINGS))];
  if (problems.length > 0)
    throw new Error(
      problems.map(({ code, file, message }) => `${code} ${file ?? ''}: ${message}`).join('\n'),
    );
}

/** Warnings that are accepted, each with its reason. */
const ACCEPTED_WARNINGS: Readonly<Record<string, string>> = {
  UNSAFE_VAR_ASSIGNMENT:
    'preact and the code editor can assign innerHTML; our own pages do not (test/repository.test.ts)',
  DANGEROUS_EVAL: 'zod tests whether it may compile validators; our content security policy forbids it',
};

const finding = z.object({ code: z.string(), message: z.string(), file: z.string().nullish() });
const resultSchema = z.object({ errors: z.array(finding), warnings: z.array(finding) });
