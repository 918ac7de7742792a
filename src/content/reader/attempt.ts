/** What a function of the browser gives that throws on bad input; undefined then. Bad input is an ordinary miss here. */
export function attempt<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch {
    return undefined;
  }
}

/** `%20` and its like undone, where that is possible. */
export function decode(text: string): string {
  return attempt(() => decodeURIComponent(text)) ?? text;
}
