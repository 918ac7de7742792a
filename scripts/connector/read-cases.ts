import { casesFileSchema, savedCaseOf, type SavedCase } from '../../src/protocol/cases-file';
import { problemsOf } from '../../src/protocol/definition/parse-definition';
import { readJson, type SiteFiles } from './files';

/** A file of cases that cannot be used; the message names the file, the place in it and what is allowed. */
export class CasesError extends Error {
  override readonly name = 'CasesError';
}

/**
 * The cases of a site, in the order of the file. Throws a CasesError when the file does not fit its schema.
 */
export function readCases({ cases }: Pick<SiteFiles, 'cases'>): SavedCase[] {
  const value = readJson(cases);
  const parsed = casesFileSchema.safeParse(value);
  if (parsed.success) return parsed.data.cases.map(savedCaseOf);
  const problems = problemsOf(parsed.error.issues, value);
  throw new CasesError(problems.map(({ path, message }) => `${cases}: ${path}: ${message}`).join('\n'));
}
