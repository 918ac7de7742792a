/**
 * The result of `run`; undefined where it throws. For functions of the browser that throw on invalid input.
 */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** Percent-decoded text; the same text where it is not validly encoded. */
export function decode(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}
