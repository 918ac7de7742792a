import type { Catalogue } from '../../../src/service/catalogue/catalogue';
import { createRequire } from 'node:module';
import type { Title } from '../page/titles';
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
  /** Empties everything and sets the clock, and the titles of which the tracker states the length. */
  readonly reset: (now: () => number, stated: readonly Title[]) => void;
  /** The tokens that exist now stay valid in every later evening. */
  readonly keepKeys: () => void;
}

interface PersonalService {
  /** A valid token of this person. */
  readonly request: (path: string, init: TrackerRequest) => Promise<SimulatedResponse>;
  readonly approve: (userCode: string) => void;
  readonly revokeTokens: () => void;
  readonly history: () => readonly Stored[];
  readonly progress: () => readonly Stored[];
}

interface TrackerRequest {
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string | undefined;
}

interface SqliteDatabase {
  exec: (sql: string) => void;
  prepare: (sql: string) => Statement;
}

interface Statement {
  all: (...values: readonly string[]) => unknown[];
  run: () => unknown;
}

export async function createServices(program: Program): Promise<Services> {
  let clock = () => 0;
  let lengths: readonly Title[] = [];
  const builtIn = withLengths(program.service.createBuiltInCatalogue(), () => lengths);
  const people = {
    ann: await createPersonal(program, 'ann', builtIn, () => clock()),
    ben: await createPersonal(program, 'ben', builtIn, () => clock()),
  };
  return {
    of: (person) => people[person],
    reset(now, stated) {
      clock = now;
      lengths = stated;
      for (const person of Object.values(people)) person.reset();
    },
    keepKeys() {
      for (const person of Object.values(people)) person.keepKeys();
    },
  };
}

/** The titles of the simulated world have lengths of their own. */
function withLengths(catalogue: Catalogue, stated: () => readonly Title[]): Catalogue {
  const lengthOf = ({ tmdbId, seasonNumber, episodeNumber }: Known) =>
    stated().find(
      ({ tmdb, season, episode }) => tmdb === tmdbId && season === seasonNumber && episode === episodeNumber,
    )?.duration;
  return {
    ...catalogue,
    resolve: async (request) =>
      (await catalogue.resolve(request)).map(({ runtime: _known, ...title }) => {
        const length = lengthOf(title);
        return length === undefined ? title : { ...title, runtime: Math.round(length / 60) * 60 || 60 };
      }),
  };
}

type Known = Awaited<ReturnType<Catalogue['resolve']>>[number];

async function createPersonal({ service }: Program, name: Person, catalogue: Catalogue, now: () => number) {
  const { store, database } = await openObservedStore(service, now);
  const owner = await store.users.ensureOwner();
  // What `GET /me` answers tells people apart.
  database.exec(`UPDATE users SET name = '${name}'`);
  const parts: Parameters<typeof service.createApi>[0] = {
    store,
    now,
    fetch: () => {
      throw new Error('the service asks nothing on the network');
    },
    publicUrl: 'https://tracker.test',
    catalogue,
    pictures: async () => undefined,
    filmDatabase: service.otherCatalogue,
    freeSources: undefined,
    trustProxy: false,
    logsRefusals: false,
    deviceIntervalMs: 5_000,
    log: ({ error }) => {
      throw new Error('the service failed', { cause: error });
    },
  };
  const app = service.createApi(parts).onError(service.answerError(parts));
  const statements = preparedOnce(database);
  const personal = statements(PERSONAL).all() as readonly { readonly name: string }[];
  let evenings = 0;
  /** Something was asked or changed since it was emptied. */
  let isUsed = true;
  /** Ids are sorted by the order in which they were made. */
  let lastKeptKey = '';
  /** The service limits how often an address asks for a device code; each evening has its own address. */
  const caller = () => ({ incoming: { socket: { remoteAddress: `evening-${evenings}` } } });
  /** What is stored, read without a promise: an evening is judged in one synchronous step. */
  const stored = (sql: string): readonly Stored[] =>
    isUsed
      ? (statements(sql).all(owner.id) as SessionRow[]).map(({ media, progress, duration }) => ({
          key: media.slice(media.indexOf(':') + 1),
          progress,
          duration,
        }))
      : [];
  return {
    async request(path: string, init: TrackerRequest) {
      isUsed = true;
      return (await app.fetch(requestOf(path, init) as Request, caller())) as unknown as SimulatedResponse;
    },
    approve: (code: string) => void store.devices.decide(code, owner.id, 'approved'),
    revokeTokens() {
      isUsed = true;
      database.exec('UPDATE keys SET revoked_at = 0 WHERE revoked_at IS NULL');
      // The service remembers keys for a second of its own clock, in which dozens of evenings pass.
      store.keys.forget();
    },
    history: () => stored(HISTORY),
    progress: () => stored(PROGRESS),
    keepKeys() {
      const [row] = database.prepare('SELECT max(id) AS id FROM keys').all() as { id: string | null }[];
      lastKeptKey = row?.id ?? '';
    },
    reset() {
      evenings++;
      if (!isUsed) return;
      isUsed = false;
      for (const { name } of personal) statements(`DELETE FROM ${name}`).run();
      statements(`DELETE FROM keys WHERE id > '${lastKeptKey}'`).run();
      statements('UPDATE keys SET revoked_at = NULL').run();
    },
  };
}

/** Tables with what an evening leaves behind: all that belongs to a person, but the keys. */
const PERSONAL = `
  SELECT name FROM sqlite_master WHERE type = 'table' AND sql LIKE '%user_id%' AND name <> 'keys'`;

/** Each text of SQL is prepared once. */
function preparedOnce(database: SqliteDatabase): (sql: string) => Statement {
  const prepared = new Map<string, Statement>();
  return (sql) => {
    const known = prepared.get(sql) ?? database.prepare(sql);
    prepared.set(sql, known);
    return known;
  };
}

interface SessionRow {
  readonly media: string;
  readonly progress: number;
  readonly duration: number;
}

const HISTORY = `
  SELECT w.media, coalesce(p.progress, w.progress) AS progress, coalesce(p.duration, w.duration) AS duration
  FROM watches AS w
  LEFT JOIN progress AS p ON p.user_id = w.user_id AND p.media = w.media AND p.id = w.id
  WHERE w.user_id = ? ORDER BY w.watched_at DESC, w.id DESC`;

const PROGRESS =
  'SELECT media, progress, duration FROM progress WHERE user_id = ? ORDER BY updated_at DESC, media DESC';

/** The store in memory, and its database, which each evening empties. */
async function openObservedStore(service: Program['service'], now: () => number) {
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
    const store = await service.openStore({ dataDir: ':memory:', now });
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
