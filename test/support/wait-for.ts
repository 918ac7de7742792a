/**
 * Calls `ask` until it returns something other than undefined, null or false, and returns that. Throws after
 * `timeout` milliseconds; the error names what was awaited, and its cause is the last error of `ask`.
 *
 * It is asked each 50 ms at first. What takes longer is asked less often, and is seen up to a tenth of its time
 * later, at most 250 ms: each question costs processor in the browser too, of which other tests wait for theirs.
 * `every`: always after so many milliseconds.
 */
export async function waitFor<T>(
  what: string,
  ask: () => T | Promise<T>,
  { timeout = 120_000, every }: { readonly timeout?: number; readonly every?: number } = {},
): Promise<Exclude<T, undefined | null | false>> {
  const begin = Date.now();
  for (;;) {
    const answer = await attempt(ask);
    if (isAnswer(answer.value)) return answer.value;
    const waited = Date.now() - begin;
    if (waited >= timeout)
      throw new Error(`Waited ${timeout} ms in vain for: ${what}`, { cause: answer.error });
    await new Promise((resolve) => {
      setTimeout(resolve, every ?? Math.min(250, Math.max(50, waited / 10)));
    });
  }
}

async function attempt<T>(ask: () => T | Promise<T>): Promise<{ value?: T; error?: unknown }> {
  try {
    return { value: await ask() };
  } catch (error) {
    return { error };
  }
}

function isAnswer<T>(value: T | undefined): value is Exclude<T, undefined | null | false> {
  return value !== undefined && value !== null && value !== false;
}
