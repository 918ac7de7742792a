/** The result of `run`; undefined if it throws. For browser functions that throw on invalid input. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** Percent-decoded text; the text itself if its encoding is invalid. */
export function decode(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}
