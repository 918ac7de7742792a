import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { defined } from '../../src/core/values/defined';
import { targetPath } from '../../src/protocol/connector-list/list-address';
import type { Targets } from '../../src/protocol/connector-list/metadata';
import { readingHash } from '../../src/protocol/connector-list/signatures';
import { checkListedDefinition } from '../../src/protocol/definition/check-imported';
import type { Definition } from '../../src/protocol/definition/definition';
import { largestRelease } from '../../src/protocol/tracker/connector-catalogue';
import { submittedCasesSchema } from '../../src/protocol/tracker/connector-submission';
import { sha256Of } from '../../src/protocol/tracker/signatures';
import { checkSite } from '../connector/check-site';
import { builtInSite, builtInSites, readDefinitionFile, type SiteFiles } from '../connector/files';
import { gradeFiles } from '../connector/grade/grade-sites';
import { readCases } from '../connector/read-cases';
import { draftPath, publishedFile, writeSigned } from './list-folder';
import { dayAfter, VALID_DAYS } from './sign-list';

type Target = Targets['targets'][string];

interface Draft {
  /** Folder of the list. */
  readonly folder: string;
  /** Folder with one folder for each connector; default: the packaged ones. */
  readonly connectors?: string | undefined;
  readonly name: string;
  readonly issues?: string | undefined;
  readonly retired?: readonly string[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The result for one connector: listed, unchanged, or left out with the reason. */
export interface DraftLine {
  readonly id: string;
  readonly state: 'new' | 'changed' | 'same' | 'left out';
  readonly reason?: string;
}

/** Maximum number of older versions that a listed version may replace. */
const MOST_REPLACED = 100;

/**
 * Drafts the next `targets` (TUF) of a list, for its maintainers to sign. Takes each connector that passes
 * its own cases and the check for definitions from outside the package. A connector that fails either, or is
 * too large, keeps the version that the list has, if any.
 */
export async function draftTargets(draft: Draft): Promise<readonly DraftLine[]> {
  const { folder, now, name, issues, retired = [] } = draft;
  const before = publishedFile(folder, 'targets')?.signed;
  const targets: Record<string, Target> = {};
  const lines: DraftLine[] = [];
  for (const site of builtInSites(draft.connectors)) {
    const known = before?.targets[`${site.id}.json`];
    // One site at a time, because the cases of each site need documents of their own.
    const { target, ...line } = await draftTarget(draft, site, known);
    if (target !== undefined) targets[`${site.id}.json`] = target;
    lines.push(line);
  }
  const signed: Targets = {
    _type: 'targets',
    version: (before?.version ?? 0) + 1,
    expires: dayAfter(now, VALID_DAYS.targets),
    targets,
    retired: [...retired],
    spec_version: '1.0.31',
    name,
    ...defined({ issues }),
  };
  writeSigned(draftPath(folder, 'targets'), { signed, signatures: [] });
  return lines;
}

async function draftTarget(
  { folder, now }: Draft,
  site: SiteFiles,
  known: Target | undefined,
): Promise<DraftLine & { readonly target?: Target | undefined }> {
  const { id } = site;
  const read = await readConnector(site);
  if ('reason' in read) return { id, state: 'left out', reason: read.reason, target: known };
  const reading = await readingHash(read.definition);
  if (reading === known?.custom.reading) return { id, state: 'same', target: known };
  const sha256 = await sha256Of(read.text);
  mkdirSync(join(folder, 'targets'), { recursive: true });
  writeFileSync(join(folder, targetPath({ id, sha256 })), read.text);
  const { grade } = gradeFiles(site, new Date(now));
  const replaces = known && [...(known.custom.replaces ?? []), known.custom.reading].slice(-MOST_REPLACED);
  const custom = {
    version: (known?.custom.version ?? 0) + 1,
    hosts: read.definition.hosts,
    share: 100,
    reading,
    replaces: replaces ?? [],
    ...defined({ grade: grade === 'none' ? undefined : grade }),
  };
  const target = { length: Buffer.byteLength(read.text), hashes: { sha256 }, custom };
  return { id, state: known === undefined ? 'new' : 'changed', target };
}

async function readConnector(
  site: SiteFiles,
): Promise<{ readonly definition: Definition; readonly text: string } | { readonly reason: string }> {
  const {
    $schema: _schema,
    notes: _notes,
    sources: _sources,
    evidence: _evidence,
    ...definition
  } = readDefinitionFile(site);
  const packaged = builtInSite(site.id);
  const checked = checkListedDefinition(
    definition,
    existsSync(packaged.definition) ? readDefinitionFile(packaged) : undefined,
  );
  if (!checked.ok) return { reason: problemText(checked.problems) };
  const problems = await checkSite(site);
  if (problems.length > 0) return { reason: problemText(problems) };
  const cases = submittedCasesSchema.safeParse(readCases(site));
  if (!cases.success) return { reason: 'its cases are too many or too large for a list' };
  const text = JSON.stringify({ definition: checked.definition, cases: cases.data });
  return text.length > largestRelease
    ? { reason: 'its file is too large for a list' }
    : { definition: checked.definition, text };
}

function problemText(problems: readonly { readonly path: string; readonly message: string }[]): string {
  const [first] = problems;
  return `${first?.path ?? ''} ${first?.message ?? ''}`.trim();
}
