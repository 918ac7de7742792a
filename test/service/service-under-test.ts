import { createService, type ServiceOptions } from '../../src/service/create-service';
import { openStore } from '../../src/service/store/store';

export type ServiceUnderTest = ReturnType<typeof startTest>;

/** The real service with its real database in memory, without a socket; its clock is moved by hand. */
export function startTest(options: Partial<Omit<ServiceOptions, 'store' | 'now'>> = {}) {
  const clock = { now: Date.UTC(2026, 0, 15, 20) };
  const faults: string[] = [];
  const now = () => clock.now;
  const store = openStore({ dataDir: ':memory:', now });
  const app = createService({ store, now, log: (line) => faults.push(line), ...options });
  const owner = store.users.ensureOwner();
  const sk = store.keys.create(owner.id, 'sk', 'test');
  const pk = store.keys.create(owner.id, 'pk', 'test');
  /** As the owner with a secret key, unless `key` says otherwise: `undefined` is none at all. */
  const call = async (method: string, path: string, options: CallOptions = {}) => {
    const { body, headers } = options;
    const key = 'key' in options ? options.key : sk;
    const response = await app.request(`/api/v1${path}`, {
      method,
      headers: {
        ...(key !== undefined && { 'x-api-key': key }),
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    return {
      status: response.status,
      headers: response.headers,
      body: (text === '' ? undefined : JSON.parse(text)) as Answer,
    };
  };
  return {
    clock,
    faults,
    store,
    app,
    owner,
    sk,
    pk,
    call,
    scrobble: (body: unknown, key = sk) => call('POST', '/scrobble', { body, key }),
    history: async () => ((await call('GET', '/history?limit=500')).body.data?.items ?? []) as Entry[],
    progress: async () => ((await call('GET', '/progress?limit=500')).body.data?.items ?? []) as Entry[],
    wait: (seconds: number) => (clock.now += seconds * 1000),
    /** A form of the pages, as a browser sends it. */
    post: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      Promise.resolve(
        app.request(path, {
          method: 'POST',
          headers: {
            origin: 'http://localhost',
            'content-type': 'application/x-www-form-urlencoded',
            ...headers,
          },
          body: new URLSearchParams(fields).toString(),
        }),
      ),
    close: () => store.close(),
  };
}

interface CallOptions {
  readonly key?: string | undefined;
  /** Text is sent as it is, anything else as JSON. */
  readonly body?: unknown;
  readonly headers?: Record<string, string>;
}

export interface Answer {
  readonly success?: boolean;
  readonly error?: string;
  readonly message?: string;
  readonly data?: Record<string, unknown>;
  readonly [field: string]: unknown;
}

export interface Entry {
  readonly id: string;
  readonly media: Record<string, unknown>;
  readonly progress: number;
  readonly duration: number;
  readonly watched: boolean;
  readonly startedAt: string;
  readonly updatedAt: string;
  readonly watchedAt?: string;
}

/** The cookie that an answer sets, as the browser sends it back. */
export function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}
