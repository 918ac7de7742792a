import { createRequire } from 'node:module';
import type { Program } from '../program/program';
import { SimulatedResponse } from '../program/response';

export type Person = 'ann' | 'ben';

/** One history entry or position as the service returns it. */
export interface Stored {
  readonly key: string;
  readonly progress: number;
  readonly duration: number;
}

/** The real service, once for each person, so that a request can never reach another person's data. */
export interface Services {
  readonly of: (person: Person) => PersonalService;
  /** Empties everything and sets the clock. */
  readonly reset: (now: () => number) => void;
  /** The tokens that exist now stay valid in every later evening. */
  readonly keepKeys: () => void;
}

export interface PersonalService {
  /** A valid token of this person. */
  readonly request: (path: string, init: TrackerRequest) => Promise<SimulatedResponse>;
  readonly approve: (userCode: string) => void;
  readonly owns: (token: string) => boolean;
  readonly revokeTokens: () => void;
  readonly history: () => readonly Stored[];
  readonly progress: () => readonly Stored[];
}

export interface TrackerRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

interface SqliteDatabase {
  exec: (sql: string) => void;
}

export function createServices(program: Program): Services {
  let clock = () => 0;
  const people = { ann: createPersonal(program, () => clock()), ben: createPersonal(program, () => clock()) };
  return {
    of: (person) => people[person],
    reset(now) {
      clock = now;
      for (const person of Object.values(people)) person.reset();
    },
    keepKeys() {
      for (const person of Object.values(people)) person.keepKeys();
    },
  };
}

function createPersonal({ service }: Program, now: () => number) {
  const { store, database } = openObservedStore(service, now);
  const owner = store.users.ensureOwner();
  const app = service.createApi({
    store,
    now,
    publicUrl: 'https://tracker.test',
    catalogue: service.createBuiltInCatalogue(),
    pictures: undefined,
    trustProxy: false,
    deviceIntervalMs: 5_000,
    log: (line) => {
      throw new Error(`the service failed: ${line}`);
    },
  });
  let evenings = 0;
  let keptKeys = 0;
  /** The service limits how often an address asks for a device code; each evening has its own address. */
  const caller = () => ({ incoming: { socket: { remoteAddress: `evening-${evenings}` } } });
  const stored = (rows: readonly SessionRow[]): readonly Stored[] =>
    rows.map(({ type, tmdbId, seasonNumber, episodeNumber, progress, duration }) => ({
      key: type === 'movie' ? `${tmdbId}` : `${tmdbId}:${seasonNumber}:${episodeNumber}`,
      progress,
      duration,
    }));
  return {
    request: async (path: string, init: TrackerRequest) =>
      (await app.fetch(requestOf(path, init) as Request, caller())) as unknown as SimulatedResponse,
    approve: (code: string) => void store.devices.decide(code, owner.id, 'approved'),
    owns: (token: string) => store.keys.find(token) !== undefined,
    revokeTokens: () => {
      for (const { id } of store.keys.list(owner.id)) store.keys.revoke(owner.id, id);
    },
    history: () => stored(store.sessions.watched(owner.id, 500, 0)),
    progress: () => stored(store.sessions.latest(owner.id, 500, 0)),
    keepKeys: () => void (keptKeys = store.keys.list(owner.id).length),
    reset() {
      evenings++;
      database.exec(
        `DELETE FROM playback; DELETE FROM media; DELETE FROM devices;
         DELETE FROM keys WHERE id > ${keptKeys}; UPDATE keys SET revoked_at = NULL`,
      );
    },
  };
}

interface SessionRow {
  readonly type: string;
  readonly tmdbId: number | null;
  readonly seasonNumber: number | null;
  readonly episodeNumber: number | null;
  readonly progress: number;
  readonly duration: number;
}

/** The store in memory, and its database, which each evening empties. */
function openObservedStore(service: Program['service'], now: () => number) {
  const nodeRequire = createRequire(import.meta.url);
  const SQLite = nodeRequire('libsql') as { prototype: { pragma: (text: string) => unknown } };
  const { prototype } = SQLite;
  const { pragma } = prototype;
  let database: SqliteDatabase | undefined;
  prototype.pragma = function observed(this: SqliteDatabase, text: string) {
    // oxlint-disable-next-line typescript/no-this-alias -- the connection that the store has opened
    database = this;
    return pragma.call(this, text);
  };
  try {
    const store = service.openStore({ dataDir: ':memory:', now });
    if (database === undefined) throw new Error('the store opened no database');
    return { store, database };
  } finally {
    prototype.pragma = pragma;
  }
}

/** What of `Request` the service uses. */
function requestOf(path: string, { method, headers, body }: TrackerRequest): object {
  const text = body ?? '';
  return {
    method,
    url: `https://tracker.test${path}`,
    headers: new Headers({ ...headers, 'content-length': String(text.length) }),
    body: text === '' ? null : {},
    text: async () => text,
    json: async () => JSON.parse(text) as unknown,
  };
}
