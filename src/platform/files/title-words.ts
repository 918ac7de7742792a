import { titleWords } from '../../core/matching/title-words';
import { slopes, weights } from '../../core/matching/weights';
import { readBundledJson } from './bundled-file';

/**
 * Reads the words and numbers for comparing titles, if the build has put them into a file of the package.
 * Rejects with a BundledFileError.
 */
export async function readTitleWords(): Promise<void> {
  if ('numbers' in titleWords) return;
  const read = (await readBundledJson('title-words.json')) as TitleFile;
  Object.assign(weights, read.weights);
  Object.assign(slopes, read.slopes);
  Object.assign(titleWords, read.titleWords);
}

/** Not validated, because the build writes it (`scripts/build/title-words.ts`). */
type TitleFile = Readonly<{
  titleWords: object;
  weights: object;
  slopes: object;
}>;
