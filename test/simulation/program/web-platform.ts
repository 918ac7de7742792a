/*
 * Parts of the web platform whose implementation in Node.js takes longer than what the extension does with
 * them. They behave the same, and know the simulated clock.
 */

type Listener = () => void;

/** `AbortSignal`; only `abort` is ever dispatched, once. */
export class SimulatedAbortSignal {
  aborted = false;
  reason: unknown;
  #listeners: Listener[] = [];

  static abort(reason?: unknown): SimulatedAbortSignal {
    const signal = new SimulatedAbortSignal();
    endSignal(signal, reason);
    return signal;
  }
  static any(signals: readonly SimulatedAbortSignal[]): SimulatedAbortSignal {
    const ended = signals.find(({ aborted }) => aborted);
    if (ended !== undefined) return SimulatedAbortSignal.abort(ended.reason);
    const either = new SimulatedAbortSignal();
    for (const one of signals) one.addEventListener('abort', () => endSignal(either, one.reason));
    return either;
  }
  addEventListener(_type: 'abort', listener: Listener): void {
    if (!this.aborted) this.#listeners.push(listener);
  }
  removeEventListener(_type: 'abort', listener: Listener): void {
    this.#listeners = this.#listeners.filter((one) => one !== listener);
  }
  throwIfAborted(): void {
    if (this.aborted) throw this.reason;
  }
  /** Takes the listeners out: they are called once. */
  end(reason: unknown): void {
    if (this.aborted) return;
    this.aborted = true;
    this.reason = reason;
    for (const listener of this.#listeners.splice(0)) listener();
  }
}

export class SimulatedAbortController {
  readonly signal = new SimulatedAbortSignal();

  abort(reason?: unknown): void {
    endSignal(this.signal, reason);
  }
}

function endSignal(signal: SimulatedAbortSignal, reason: unknown): void {
  if (!signal.aborted) signal.end(reason ?? new DOMException('aborted', 'AbortError'));
}

/** `AbortSignal` whose time-outs follow a simulated clock. */
export function abortSignalOf(setTimeout: (run: () => void, delay: number) => unknown) {
  return {
    any: (signals: readonly SimulatedAbortSignal[]) => SimulatedAbortSignal.any(signals),
    abort: (reason?: unknown) => SimulatedAbortSignal.abort(reason),
    timeout(delay: number) {
      const signal = new SimulatedAbortSignal();
      setTimeout(() => signal.end(new DOMException('time-out', 'TimeoutError')), delay);
      return signal;
    },
  };
}

/** `URL`, read only: each address is parsed once. */
function AddressOnce(text: string, base?: string): Readonly<URL> {
  const parsed = parse(text, base);
  if (parsed === undefined) throw new TypeError('Invalid URL');
  return parsed;
}
export const SimulatedURL = Object.assign(AddressOnce, {
  canParse: (text: string, base?: string) => parse(text, base) !== undefined,
  prototype: URL.prototype,
});

const known = new Map<string, Readonly<URL> | undefined>();
/** An evening has some dozens of addresses; the questions of titles are all different. */
const MOST_KNOWN = 5_000;

function parse(text: string, base?: string): Readonly<URL> | undefined {
  const key = base === undefined ? text : `${base} ${text}`;
  if (known.has(key)) return known.get(key);
  if (known.size > MOST_KNOWN) known.clear();
  const parsed = URL.canParse(text, base) ? frozen(new URL(text, base)) : undefined;
  known.set(key, parsed);
  return parsed;
}

function frozen(url: URL): Readonly<URL> {
  const { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash } = url;
  const copy = { href, origin, protocol, username, password, host, hostname, port, pathname, search, hash };
  return Object.freeze({ ...copy, searchParams: url.searchParams, toString: () => href, toJSON: () => href });
}
