import type { Plugin } from 'vite';
import { CATALOGUE_FILE } from '../../src/platform/files/catalogue-file.ts';
import { headOf, type ConnectorGrade } from '../../src/protocol/definition/connector-head.ts';
import type { Definition } from '../../src/protocol/definition/definition';
import { builtInDefinitions, builtInSites, platformFiles } from '../connector/files.ts';
import { gradeFiles } from '../connector/grade/grade-sites.ts';
import { confirmedIn, newestEvidence } from '../connector/evidence.ts';
import { root as repository } from './root.ts';

/**
 * Writes the built-in connectors into two files of the package, which `platform/files/built-in-connectors.ts`
 * reads:
 * - `connectors.json`: what is needed to find and list each connector;
 * - `connectors/all.json`: the definitions.
 *
 * The connectors are not in the worker's script, because the browser reads and compiles that script each time
 * the worker starts.
 */
export function catalogue(root: string = repository): Plugin {
  const folder = `${root}src/connectors/`;
  return {
    name: 'matinee:catalogue',
    apply: 'build',
    buildStart() {
      for (const { definition } of builtInSites(folder)) this.addWatchFile(definition);
      for (const file of platformFiles(folder)) this.addWatchFile(file);
    },
    generateBundle() {
      for (const [fileName, source] of Object.entries(
        catalogueFiles(builtInDefinitions(folder), gradesIn(folder)),
      ))
        this.emitFile({ type: 'asset', fileName, source });
    },
  };
}

/** The files of these definitions in the package: path and JSON. */
export function catalogueFiles(
  definitions: readonly Definition[],
  grades: Grades = {},
): Readonly<Record<string, string>> {
  const lean = definitions.map((one) => [one.id, leanDefinition(one)] as const);
  return {
    [CATALOGUE_FILE]: catalogueText(byLikeness(lean)),
    'connectors.json': JSON.stringify(
      definitions.map((one) => ({ ...headOf(one), grade: grades[one.id], confirmed: confirmedIn(one) })),
    ),
  };
}

/** JSON with a line for each definition: the worker parses only the one that it needs. */
export function catalogueText(entries: readonly (readonly [id: string, definition: unknown])[]): string {
  const lines = entries.map(([id, one]) => `${JSON.stringify(id)}:${JSON.stringify(one)}`);
  return `{\n${lines.join(',\n')}\n}`;
}

/**
 * Sorts definitions so that each follows the one with which it shares most text. The compression of the
 * package finds only repetitions that are close together.
 */
function byLikeness<T>(entries: T[]): T[] {
  const left = entries.map((entry) => ({ entry, parts: new Set(JSON.stringify(entry).split(/[{}]/)) }));
  const ordered: T[] = [];
  for (let next = left.shift(); next !== undefined;) {
    const { entry, parts } = next;
    ordered.push(entry);
    const shared = left.map((one) => [...one.parts].filter((part) => parts.has(part)).join('').length);
    [next] = left.splice(shared.indexOf(Math.max(...shared)), 1);
  }
  return ordered;
}

/** Grades by connector id. Connectors without a grade are left out. */
type Grades = Readonly<Record<string, ConnectorGrade>>;

/**
 * The grades of the built-in connectors on the day of the newest evidence of any of them, so that the same
 * sources give the same package on any day.
 */
function gradesIn(folder: string): Grades {
  const asOf = newestEvidence(builtInDefinitions(folder));
  const grades = builtInSites(folder).flatMap((site) => {
    const { grade } = gradeFiles(site, asOf);
    return grade === 'none' ? [] : [[site.id, grade] as const];
  });
  return Object.fromEntries(grades);
}

/** A definition without the properties that only authors read, and without those that its head has. */
function leanDefinition(definition: Definition): unknown {
  const {
    $schema: _schema,
    notes: _notes,
    sources: _sources,
    evidence: _evidence,
    version: _version,
    id: _id,
    name: _name,
    homepage: _homepage,
    hosts: _hosts,
    apiHosts: _apiHosts,
    regions: _regions,
    verified: _verified,
    ...rest
  } = definition;
  return rest;
}
