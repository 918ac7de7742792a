import { browser } from '../browser/browser';

/** A file that the extension brings along and that cannot be read: the package is damaged, or being replaced right now. */
export class BundledFileError extends Error {
  override readonly name = 'PackedFileError';
  readonly code = 'packed-file';
}

/** The JSON in a file of the extension itself. No page can reach these; the worker and our own pages need no permission. */
export async function readBundledJson(path: string): Promise<unknown> {
  try {
    const response = await fetch(browser.runtime.getURL(path));
    if (response.ok) return (await response.json()) as unknown;
    throw new Error(`status ${response.status}`);
  } catch (cause) {
    throw new BundledFileError(`${path} of Matinee’s own files cannot be read.`, { cause });
  }
}
