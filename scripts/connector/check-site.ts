import { casesFileSchema, savedCaseOf, type SavedCase } from '../../src/protocol/cases-file';
import { deepEqual } from '../../src/core/values/deep-equal';
import type { Definition, Problem } from '../../src/protocol/definition/definition';
import { checkAuthoredDefinition } from '../../src/protocol/definition/check-imported';
import { parseDefinition, problemsOf } from '../../src/protocol/definition/parse-definition';
import { checkEvidence } from './check-evidence';
import { readDefinitionFile, readJson, type SiteFiles } from './files';
import { runCase, type StepResult } from './run-case';

/**
 * Everything that is wrong with the two files of a site, including cases that read something else than they
 * expect. The path of a problem begins with the file, `definition.json: pages[0].match`, or is `case <name>`.
 */
export async function checkSite(site: SiteFiles): Promise<readonly Problem[]> {
  const { definition, problems: ofDefinition } = checkDefinitionFile(site);
  const { cases, problems: ofCases } = checkCasesFile(site);
  const problems = [...within('definition.json', ofDefinition), ...within('cases.json', ofCases)];
  if (definition === undefined || problems.length > 0) return problems;
  return runCases(definition, cases);
}

interface CheckedDefinition {
  /** Absent when the file does not have the form of a definition. */
  readonly definition?: Definition;
  readonly problems: readonly Problem[];
}

/** Checks `definition.json` alone. */
export function checkDefinitionFile(site: SiteFiles): CheckedDefinition {
  const json = readFile(() => readDefinitionFile(site));
  if (!json.ok) return json;
  const parsed = parseDefinition(json.value);
  if (!parsed.ok) return parsed;
  const { definition } = parsed;
  const misnamed = { path: 'id', message: `is ${definition.id}, but the folder is ${site.id}` };
  const problems = [...checkAuthoredDefinition(definition), ...checkEvidence(definition)];
  return { definition, problems: definition.id === site.id ? problems : [misnamed, ...problems] };
}

interface CheckedCases {
  readonly cases: readonly SavedCase[];
  readonly problems: readonly Problem[];
}

function checkCasesFile({ cases: file }: SiteFiles): CheckedCases {
  const json = readFile(() => readJson(file));
  if (!json.ok) return { ...json, cases: [] };
  const parsed = casesFileSchema.safeParse(json.value);
  if (!parsed.success) return { cases: [], problems: problemsOf(parsed.error.issues, json.value) };
  const cases = parsed.data.cases.map(savedCaseOf);
  return { cases, problems: [...repeatedNames(cases), ...missingTitle(cases)] };
}

type ReadFile =
  | { readonly ok: true; readonly value: unknown }
  | { readonly ok: false; readonly problems: readonly Problem[] };

function readFile(read: () => unknown): ReadFile {
  try {
    return { ok: true, value: read() };
  } catch (error) {
    return { ok: false, problems: [{ path: '', message: `cannot be read: ${reasonOf(error)}` }] };
  }
}

function repeatedNames(cases: readonly SavedCase[]): Problem[] {
  const names = cases.map(({ name }) => name);
  return names.flatMap((name, index) =>
    names.indexOf(name) === index
      ? []
      : [{ path: `cases[${index}].name`, message: `is the name of another case; found "${name}"` }],
  );
}

function missingTitle(cases: readonly SavedCase[]): Problem[] {
  const hasTitle = cases.some(({ case: { covers } }) => covers === 'film' || covers === 'episode');
  return hasTitle ? [] : [{ path: 'cases', message: 'has no case that covers a film or an episode' }];
}

async function runCases(definition: Definition, cases: readonly SavedCase[]): Promise<Problem[]> {
  const problems: Problem[] = [];
  // One document at a time: all documents of a site at once would only take more memory.
  // oxlint-disable-next-line no-await-in-loop
  for (const one of cases) problems.push(...(await problemsOfCase(definition, one)));
  return problems;
}

async function problemsOfCase(definition: Definition, one: SavedCase): Promise<Problem[]> {
  const path = `case ${one.name}`;
  try {
    const results = await runCase(definition, one);
    return results
      .filter(({ expected, actual }) => !deepEqual(expected, actual))
      .map((result) => ({ path, message: difference(result) }));
  } catch (error) {
    return [{ path, message: `cannot be run: ${reasonOf(error)}` }];
  }
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

function difference({ about, expected, actual }: StepResult): string {
  return `${about}\n    expected ${JSON.stringify(expected)}\n    read     ${JSON.stringify(actual)}`;
}

function within(file: string, problems: readonly Problem[]): Problem[] {
  return problems.map(({ path, message }) => ({ path: path === '' ? file : `${file}: ${path}`, message }));
}
