import { browser } from '../browser/browser';

/** A file of the package cannot be read: the package is damaged, or an update is replacing it. */
export class BundledFileError extends Error {
  override readonly name = 'PackedFileError';
  readonly code = 'packed-file';
}

/** Reads a JSON file of the package. Throws a BundledFileError. */
export async function readBundledJson(path: string): Promise<unknown> {
  try {
    const response = await fetch(browser.runtime.getURL(path));
    if (response.ok) return (await response.json()) as unknown;
    throw new Error(`status ${response.status}`);
  } catch (cause) {
    throw new BundledFileError(`${path} of Matinee’s own files cannot be read.`, { cause });
  }
}
