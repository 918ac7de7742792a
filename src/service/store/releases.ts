import type { Release, SignedList } from '../../protocol/tracker/connector-catalogue';
import type { Database, Queries } from './engine/database';

export type ReleaseStore = ReturnType<typeof createReleases>;

/** A version of a connector that is to be published. */
export type NewRelease = Readonly<{
  id: string;
  hosts: string[];
  /** The text of the connector's file, and the SHA-256 of this text. */
  body: string;
  sha256: string;
  /** Percentage of the installations that get it. */
  share: number;
  /** The submission that it comes from; absent: published on the command line. */
  submission?: string | undefined;
}>;

/** The latest signed list. */
export type StoredList = SignedList &
  Readonly<{
    sequence: number;
    /** Milliseconds since 1970. */
    issuedAt: number;
  }>;

const LIST = 'connector-list';
const KEY = 'connector-key';

/** The published versions of connectors, the key that signs their list, and the latest list. */
export function createReleases(db: Database, { now }: { now: () => number }) {
  return {
    /** Adds the next version of a connector and returns its number. Also ends the connector's retirement. */
    publish: (release: NewRelease) => db.transaction((tx) => addRelease(tx, release, now())),

    /** False: no version has this hash. A share of 0 withdraws the version. */
    setShare: async (sha256: string, share: number): Promise<boolean> =>
      (await db.run('UPDATE releases SET share = ? WHERE sha256 = ?', share, sha256)) > 0,

    /** Withdraws all versions of a connector, and lists its id as retired for every installation. */
    async retire(id: string): Promise<void> {
      await db.transaction(async (tx) => {
        await tx.run('UPDATE releases SET share = 0 WHERE connector = ?', id);
        await tx.run(
          `INSERT INTO retired_connectors (id, retired_at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING`,
          id,
          now(),
        );
      });
    },

    isPublished: async (id: string): Promise<boolean> =>
      (await db.one('SELECT 1 FROM releases WHERE connector = ? LIMIT 1', id)) !== undefined,

    ...releasesOfPerson(db, now),
    ...releaseReaders(db),
    ...listFacts(db),
  };
}

function releasesOfPerson(db: Database, now: () => number) {
  return {
    /** Names of the connectors of this person that are published. */
    publishedBy: async (userId: string): Promise<string[]> =>
      (
        await db.all<{ name: string }>(
          `SELECT DISTINCT name FROM connectors JOIN releases ON submission = id
           WHERE user_id = ? AND share > 0 ORDER BY name`,
          userId,
        )
      ).map(({ name }) => name),

    /** Deletes this person's releases, and retires connectors that have no other release. */
    withdrawOf: (userId: string) =>
      db.transaction(async (tx) => {
        const rows = await tx.all<{ connector: string; sha256: string }>(
          `SELECT connector, sha256 FROM releases
           WHERE submission IN (SELECT id FROM connectors WHERE user_id = ?)`,
          userId,
        );
        for (const { connector, sha256 } of rows) {
          await tx.run('DELETE FROM releases WHERE sha256 = ?', sha256);
          const other = await tx.one('SELECT 1 FROM releases WHERE connector = ? LIMIT 1', connector);
          if (other !== undefined) continue;
          await tx.run(
            'INSERT INTO retired_connectors (id, retired_at) VALUES (?, ?) ON CONFLICT (id) DO NOTHING',
            connector,
            now(),
          );
        }
      }),
  };
}

function releaseReaders(db: Database) {
  return {
    /** For each connector, the newest version for everybody, and newer ones with a partial share. */
    async listed(): Promise<Release[]> {
      const rows = await db.all<Omit<Release, 'hosts'> & { hosts: string }>(
        `SELECT connector AS id, version, sha256, hosts, share FROM releases AS r WHERE share > 0
         AND NOT EXISTS (SELECT 1 FROM releases AS n WHERE n.connector = r.connector
           AND n.version > r.version AND n.share = 100)
         ORDER BY connector, version`,
      );
      return rows.map((row) => ({ ...row, hosts: JSON.parse(row.hosts) as string[] }));
    },

    async retired(): Promise<string[]> {
      const rows = await db.all<{ id: string }>('SELECT id FROM retired_connectors ORDER BY id');
      return rows.map(({ id }) => id);
    },

    /** The file with this hash, also of a withdrawn version. */
    file: async (sha256: string): Promise<string | undefined> =>
      (await db.one<{ body: string }>('SELECT body FROM releases WHERE sha256 = ?', sha256))?.body,

    /** The version that was published from a submission, with its share. */
    ofSubmission: (submission: string) =>
      db.one<{ sha256: string; share: number; version: number }>(
        'SELECT sha256, share, version FROM releases WHERE submission = ?',
        submission,
      ),

    /** The file of the newest version for everybody. */
    latestFile: async (id: string): Promise<string | undefined> =>
      (
        await db.one<{ body: string }>(
          'SELECT body FROM releases WHERE connector = ? AND share = 100 ORDER BY version DESC LIMIT 1',
          id,
        )
      )?.body,
  };
}

/** The key that signs, and the latest list. */
function listFacts(db: Database) {
  return {
    /** The key pair, as `saveKey` stored it. */
    key: () => readFact(db, KEY),

    /** Stores the key pair. False: there is one already, and `replace` is not set. */
    saveKey: (pair: string, replace = false) =>
      db.transaction(async (tx) => {
        if (!replace && (await readFact(tx, KEY)) !== undefined) return false;
        await writeFact(tx, KEY, pair);
        return true;
      }),

    async list(): Promise<StoredList | undefined> {
      return readList(await readFact(db, LIST));
    },

    /** False: another process has signed a list since, and this one was not stored. */
    saveList: (list: StoredList) =>
      db.transaction(async (tx) => {
        const before = readList(await readFact(tx, LIST))?.sequence ?? 0;
        if (before !== list.sequence - 1) return false;
        await writeFact(tx, LIST, JSON.stringify(list));
        return true;
      }),
  };
}

async function addRelease(tx: Queries, release: NewRelease, now: number): Promise<number> {
  const { id, hosts, body, sha256, share, submission = null } = release;
  const before = await tx.one<{ version: number }>(
    'SELECT version FROM releases WHERE connector = ? ORDER BY version DESC LIMIT 1',
    id,
  );
  const version = (before?.version ?? 0) + 1;
  // A file may be published again as a newer version, for example to go back to it.
  await tx.run('DELETE FROM releases WHERE sha256 = ?', sha256);
  await tx.run(
    `INSERT INTO releases (sha256, connector, version, hosts, body, share, submission, released_at)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    sha256,
    id,
    version,
    JSON.stringify(hosts),
    body,
    share,
    submission,
    now,
  );
  await tx.run('DELETE FROM retired_connectors WHERE id = ?', id);
  return version;
}

async function readFact(db: Queries, name: string): Promise<string | undefined> {
  return (await db.one<{ value: string }>('SELECT value FROM facts WHERE name = ?', name))?.value;
}

async function writeFact(tx: Queries, name: string, value: string): Promise<void> {
  await tx.run(
    'INSERT INTO facts (name, value) VALUES (?, ?) ON CONFLICT (name) DO UPDATE SET value = excluded.value',
    name,
    value,
  );
}

function readList(text: string | undefined): StoredList | undefined {
  return text === undefined ? undefined : (JSON.parse(text) as StoredList);
}
