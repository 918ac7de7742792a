import { titleWords } from '../../core/matching/title-words';
import { slopes, weights } from '../../core/matching/weights';
import { readBundledJson } from './bundled-file';

/**
 * Reads the words and numbers by which titles are compared, where the build has put them into a file of the
 * package. Rejects with a BundledFileError.
 */
export async function readTitleWords(): Promise<void> {
  if ('numbers' in titleWords) return;
  const read = (await readBundledJson('title-words.json')) as TitleFile;
  Object.assign(weights, read.weights);
  Object.assign(slopes, read.slopes);
  Object.assign(titleWords, read.titleWords);
}

/** A file of the build, so not checked: `scripts/build/title-words.ts` writes it. */
type TitleFile = Readonly<{
  titleWords: object;
  weights: object;
  slopes: object;
}>;
