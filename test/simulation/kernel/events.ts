type Listener = (event: never) => void;

interface Registration {
  readonly type: string;
  readonly listener: Listener;
  readonly signal: AbortSignal | undefined;
  readonly once: boolean;
}

/** `addEventListener` and `removeEventListener` of a simulated target, and what calls the listeners. */
export interface Events {
  addEventListener: (type: string, listener: Listener, options?: object | boolean) => void;
  removeEventListener: (type: string, listener: Listener) => void;
  dispatch: (type: string, event: object) => void;
}

export function createEvents(): Events {
  let registrations: Registration[] = [];
  return {
    addEventListener(type, listener, options) {
      const { signal, once = false } = Object(options) as { signal?: AbortSignal; once?: boolean };
      if (signal?.aborted !== true) registrations.push({ type, listener, signal, once });
    },
    removeEventListener(type, listener) {
      registrations = registrations.filter((one) => one.type !== type || one.listener !== listener);
    },
    dispatch(type, event) {
      const due = registrations.filter((one) => one.type === type);
      if (due.some(({ once, signal }) => once || signal?.aborted))
        registrations = registrations.filter(
          (one) => !(one.type === type && (one.once || one.signal?.aborted === true)),
        );
      for (const { listener, signal } of due) if (signal?.aborted !== true) listener(event as never);
    },
  };
}

/** An event of the extension API. */
export interface ExtensionEvent {
  addListener: (listener: Listener) => void;
  removeListener: (listener: Listener) => void;
  hasListener: (listener: Listener) => boolean;
  emit: (...values: readonly unknown[]) => void;
  size: () => number;
}

/** `changed`: called with the number of listeners when one is added or removed. */
export function createExtensionEvent(changed?: (count: number) => void): ExtensionEvent {
  const listeners = new Set<(...values: readonly unknown[]) => unknown>();
  return {
    addListener(listener) {
      listeners.add(listener as never);
      changed?.(listeners.size);
    },
    removeListener(listener) {
      listeners.delete(listener as never);
      changed?.(listeners.size);
    },
    hasListener: (listener) => listeners.has(listener as never),
    emit: (...values) => {
      for (const listener of listeners) listener(...values);
    },
    size: () => listeners.size,
  };
}
