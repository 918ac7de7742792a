import { useState } from 'preact/hooks';

/**
 * Copies a text; `copied` turns true when it worked. Where the browser refuses, the text can still be
 * selected.
 */
export function useClipboard(value: string): Readonly<{ copied: boolean; copy: () => void }> {
  const [copied, setCopied] = useState(false);
  return { copied, copy: () => void copyText(value, () => setCopied(true)) };
}

/** Calls `onCopied` when the browser allowed it. */
export async function copyText(value: string, onCopied: () => void): Promise<void> {
  await navigator.clipboard.writeText(value).then(onCopied, () => undefined);
}
