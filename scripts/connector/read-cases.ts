import { casesFileSchema, savedCaseOf, type SavedCase } from '../../src/protocol/cases-file';
import { readJson, type SiteFiles } from './files';

/** The cases of a site, in the order of the file. Throws a ZodError when the file does not fit its schema. */
export function readCases({ cases }: Pick<SiteFiles, 'cases'>): SavedCase[] {
  return casesFileSchema.parse(readJson(cases)).cases.map(savedCaseOf);
}
