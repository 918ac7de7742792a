import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface LintFinding {
  readonly rule: string;
  readonly place: string;
  readonly message: string;
}

/**
 * Thresholds of the figures. They are lower than those of the lint step, to show functions that are close to
 * it.
 */
const RULES = {
  complexity: ['error', { max: 10 }],
  'no-nested-ternary': 'error',
  'max-lines-per-function': ['error', { max: 40 }],
};

/** The findings of oxlint in `folder`, with `RULES` only. Throws if oxlint prints no JSON. */
export function lintFindings(root: string, folder: string): readonly LintFinding[] {
  const directory = mkdtempSync(join(tmpdir(), 'matinee-metrics-'));
  try {
    const config = join(directory, 'oxlintrc.json');
    writeFileSync(config, JSON.stringify({ categories: { correctness: 'off' }, rules: RULES }));
    const program = join(root, 'node_modules/oxlint/bin/oxlint');
    const { stdout } = spawnSync(process.execPath, [program, '-c', config, '-f', 'json', folder], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 * 1024,
    });
    return (JSON.parse(stdout) as Report).diagnostics.map(({ code, filename, message, labels }) => ({
      rule: /\(([\w-]+)\)$/.exec(code)?.[1] ?? code,
      place: `${filename}:${labels[0]?.span.line ?? 0}`,
      message,
    }));
  } finally {
    rmSync(directory, { recursive: true });
  }
}

/** The number that a message of oxlint states: `has a complexity of 16`, `has too many lines (46)`. */
export function statedNumber({ message }: LintFinding): number {
  return Number(/complexity of (\d+)|lines \((\d+)\)/.exec(message)?.slice(1).find(Boolean) ?? Number.NaN);
}

interface Report {
  readonly diagnostics: readonly {
    readonly code: string;
    readonly filename: string;
    readonly message: string;
    readonly labels: readonly { readonly span: { readonly line: number } }[];
  }[];
}
