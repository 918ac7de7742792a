/**
 * Calls `ask` until it returns something other than undefined, null or false, and returns that. Throws after
 * `timeout` milliseconds; the error names what was awaited, and its cause is the last error of `ask`.
 */
export async function waitFor<T>(
  what: string,
  ask: () => T | Promise<T>,
  { timeout = 60_000, every = 50 }: { readonly timeout?: number; readonly every?: number } = {},
): Promise<Exclude<T, undefined | null | false>> {
  const end = Date.now() + timeout;
  for (;;) {
    const answer = await attempt(ask);
    if (isAnswer(answer.value)) return answer.value;
    if (Date.now() >= end)
      throw new Error(`Waited ${timeout} ms in vain for: ${what}`, { cause: answer.error });
    await new Promise((resolve) => {
      setTimeout(resolve, every);
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
