/**
 * `Response` without streams of Node.js, whose steps need turns of the event loop. Used by the service, and
 * given to the extension as the answer of a request.
 */
export class SimulatedResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly #text: string;
  readonly redirected = false;
  readonly type = 'basic';
  bodyUsed = false;

  constructor(body?: unknown, { status = 200, headers }: { status?: number; headers?: HeadersInit } = {}) {
    this.status = status;
    this.headers = new Headers(headers);
    this.#text = typeof body === 'string' ? body : (texts.get(body as object) ?? '');
  }

  get ok(): boolean {
    return this.status >= 200 && this.status < 300;
  }

  get body(): unknown {
    if (this.#text === '') return null;
    const bytes = new TextEncoder().encode(this.#text);
    const stream = {
      cancel: async () => undefined,
      getReader() {
        let isRead = false;
        return {
          cancel: async () => undefined,
          async read() {
            const done = isRead;
            isRead = true;
            return done ? { done, value: undefined } : { done, value: bytes };
          },
        };
      },
    };
    texts.set(stream, this.#text);
    return stream;
  }

  text(): Promise<string> {
    return Promise.resolve(this.#text);
  }

  async json(): Promise<unknown> {
    return JSON.parse(this.#text) as unknown;
  }

  clone(): SimulatedResponse {
    return this;
  }
}

/** The texts of bodies, for a response that is made of another one's body. */
const texts = new WeakMap<object, string>();
