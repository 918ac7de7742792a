import { browser } from '../browser/browser';

/** A file of the package cannot be read: the package is damaged, or being replaced by an update. */
export class BundledFileError extends Error {
  override readonly name = 'PackedFileError';
  readonly code = 'packed-file';
}

/** Reads a JSON file of the package. Throws a BundledFileError if it cannot be read. */
export async function readBundledJson(path: string): Promise<unknown> {
  return JSON.parse(await readBundledText(path)) as unknown;
}

/** Reads a file of the package. Throws a BundledFileError. */
export async function readBundledText(path: string): Promise<string> {
  try {
    const response = await fetch(browser.runtime.getURL(path));
    if (response.ok) return await response.text();
    throw new Error(`status ${response.status}`);
  } catch (cause) {
    throw new BundledFileError(`${path} of Matinee’s own files cannot be read.`, { cause });
  }
}

/** Reads each file once; simultaneous callers share one read. A failed read is tried again. */
export function createFileReader<File>(
  read: (path: string) => Promise<File>,
): (path: string) => Promise<File> {
  const readings = new Map<string, Promise<File>>();
  return async (path) => {
    const known = readings.get(path);
    if (known !== undefined) return known;
    const reading = read(path);
    readings.set(path, reading);
    reading.catch(() => readings.delete(path));
    return reading;
  };
}
