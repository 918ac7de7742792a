import { useEffect, useState } from 'preact/hooks';

/** Milliseconds for which a message is shown. */
const SHOWN = 8_000;

interface Kept {
  readonly onPointerEnter: () => void;
  readonly onPointerLeave: () => void;
  readonly onFocusIn: () => void;
  readonly onFocusOut: () => void;
}

/**
 * Ends a message some seconds after it was `shown`, and not while the pointer or the focus is on it. Returns
 * what the element around the message listens to.
 */
export function usePassing(shown: unknown, onEnd: () => void): Kept {
  const [isHovered, setHovered] = useState(false);
  const [isFocused, setFocused] = useState(false);
  const isPassing = shown !== undefined && !isHovered && !isFocused;
  useEffect(() => {
    if (!isPassing) return undefined;
    const timer = setTimeout(onEnd, SHOWN);
    return () => clearTimeout(timer);
  }, [shown, isPassing]);
  return {
    onPointerEnter: () => setHovered(true),
    onPointerLeave: () => setHovered(false),
    onFocusIn: () => setFocused(true),
    onFocusOut: () => setFocused(false),
  };
}
