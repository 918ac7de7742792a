import { titleWords } from '../../core/matching/title-words';
import { readBundledJson } from './bundled-file';

/**
 * Reads the words by which titles are compared, where the build has put them into a file of the package.
 * Rejects with a BundledFileError.
 */
export async function readTitleWords(): Promise<void> {
  if (!('numbers' in titleWords)) Object.assign(titleWords, await readBundledJson('title-words.json'));
}
