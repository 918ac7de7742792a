export interface StoppableFetch {
  readonly fetch: typeof fetch;
  /** Ends every request that is under way; later ones are not affected. */
  readonly stop: () => void;
}

/** `fetch` whose requests can be ended together. */
export function createStoppableFetch(send: typeof fetch): StoppableFetch {
  let ending = new AbortController();
  return {
    fetch: (input, init) =>
      send(input, {
        ...init,
        signal: init?.signal == null ? ending.signal : AbortSignal.any([init.signal, ending.signal]),
      }),
    stop() {
      ending.abort();
      ending = new AbortController();
    },
  };
}
