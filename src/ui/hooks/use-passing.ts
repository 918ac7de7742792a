import { useEffect, useState } from 'preact/hooks';

/** Milliseconds for which a message is shown. */
const SHOWN = 8_000;

type Kept = Readonly<{
  onPointerEnter: () => void;
  onPointerLeave: () => void;
  onFocusIn: () => void;
  onFocusOut: () => void;
}>;

/**
 * Ends a message some seconds after it was `shown`, and not while the pointer or the focus is on it, nor
 * while somebody works with the keyboard, who needs longer to reach it. Returns what the element around the
 * message listens to.
 */
export function usePassing(shown: unknown, onEnd: () => void): Kept {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  // Not every browser fires an event when an element is removed under the pointer or with the focus.
  useEffect(() => {
    if (shown !== undefined) return;
    setHovered(false);
    setFocused(false);
  }, [shown]);
  const isPassing = shown !== undefined && !isHovered && !isFocused;
  useEffect(() => {
    if (!isPassing) return undefined;
    const timer = setInterval(() => isByKeyboard() || onEnd(), SHOWN);
    return () => clearInterval(timer);
  }, [shown, isPassing]);
  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocusIn: () => setFocused(true),
    onFocusOut: () => setFocused(false),
  };
}

/** Fields show their focus after a click too. */
function isByKeyboard(): boolean {
  return document.querySelector(':is(a, button, summary):focus-visible') !== null;
}
