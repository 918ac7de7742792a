import type { Browser } from 'puppeteer-core';

/**
 * Evaluates an expression in the browser's own window, to which `--remote-allow-system-access` gives scripts
 * access. The value is a text.
 */
export async function evaluateInWindow(firefox: Browser, expression: string): Promise<string> {
  // Puppeteer has no public method for commands of Firefox only, so this uses its BiDi connection.
  const { connection } = firefox as unknown as { readonly connection: BidiConnection };
  const tree = await connection.send('browsingContext.getTree', { 'moz:scope': 'chrome', maxDepth: 0 });
  const [window] = tree.result['contexts'] as { context: string }[];
  const { result } = await connection.send('script.evaluate', {
    expression,
    target: { context: window?.context },
    awaitPromise: true,
  });
  const { exceptionDetails, result: value } = result as {
    readonly exceptionDetails?: { readonly text: string };
    readonly result?: { readonly value?: string };
  };
  if (exceptionDetails !== undefined) throw new Error(`in the window of Firefox: ${exceptionDetails.text}`);
  return value?.value ?? '';
}

interface BidiConnection {
  readonly send: (
    method: string,
    params: object,
  ) => Promise<{ readonly result: Readonly<Record<string, unknown>> }>;
}
