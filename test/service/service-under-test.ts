import { defined } from '../../src/core/values/defined';
import { createService, type App, type ServiceOptions } from '../../src/service/create-service';
import { findDifference } from './described-answers';
import { openTestStore } from './store/open-test-store';

export type ServiceUnderTest = Awaited<ReturnType<typeof startTest>>;

/** The service with a database in memory and without a socket. `clock` is set by the test. */
export async function startTest(options: Partial<Omit<ServiceOptions, 'store' | 'now'>> = {}) {
  const clock = { now: Date.UTC(2026, 0, 15, 20) };
  const faults: string[] = [];
  const now = () => clock.now;
  const store = await openTestStore(now);
  const app = createService({ store, now, log: (line) => faults.push(line), ...options });
  const owner = await store.users.ensureOwner();
  const sk = await store.keys.create(owner.id, 'sk', 'test');
  const pk = await store.keys.create(owner.id, 'pk', 'test');
  /** With the owner's secret key unless `key` is given; `key: undefined` sends none. */
  const call = (method: string, path: string, request: CallOptions = {}) =>
    callApi(app, method, path, { key: sk, ...request });
  const list = async (path: string) => ((await call('GET', path)).body.data?.['items'] ?? []) as Entry[];
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
    history: () => list('/matinee/history?limit=500'),
    progress: () => list('/matinee/progress?limit=500'),
    /** The cookie of a sign-in of this moment. */
    signedIn: async (userId = owner.id) =>
      `matinee_login=${await store.logins.open(userId, { address: '', browser: '' })}`,
    wait: (seconds: number) => (clock.now += seconds * 1000),
    post: async (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      submitForm(
        app,
        path,
        path === '/welcome' ? { code: await store.setUpCode.ensure(), ...fields } : fields,
        headers,
      ),
    close: () => store.close(),
  };
}

async function callApi(app: App, method: string, path: string, { key, body, headers }: CallOptions) {
  const response = await app.request(`/api/v1${path}`, {
    method,
    headers: {
      ...defined({ 'x-api-key': key, 'content-type': body === undefined ? undefined : 'application/json' }),
      ...headers,
    },
    ...defined({ body: typeof body === 'string' ? body : JSON.stringify(body) }),
  });
  const text = await response.text();
  const answer = (text === '' ? undefined : JSON.parse(text)) as Answer;
  const difference = findDifference(method, path, { status: response.status, body: answer });
  if (difference !== undefined) throw new Error(`${method} ${path} is described otherwise: ${difference}`);
  return { status: response.status, headers: response.headers, body: answer };
}

/** Submits a form as a browser does. */
async function submitForm(
  app: App,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string>,
): Promise<Response> {
  return app.request(path, {
    method: 'POST',
    headers: {
      origin: 'http://localhost',
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    body: new URLSearchParams(fields).toString(),
  });
}

interface CallOptions {
  readonly key?: string | undefined;
  /** A string is sent as it is, everything else as JSON. */
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

/** The cookie that a response sets, as a browser sends it back. */
export function cookieOf(response: Response): string {
  return response.headers.get('set-cookie')?.split(';')[0] ?? '';
}
