import { randomBytes } from 'node:crypto';
import { type Seal, createSecret, type RandomBytes } from '../secrets/secret';
import { createAudit } from './audit';
import { createBrowsers, createLogins } from './logins';
import { createChallenges, createLimits } from './limits';
import { createChanges } from './changes';
import { checkData, createHealth, repairSums } from './health';
import { createConnectorReports, createConnectors } from './connectors';
import { deleteAccount } from './delete-account';
import { createDevices } from './devices';
import {
  ensureFact,
  createStoreSeal,
  createSetUpCode,
  createFilmDatabaseToken,
  createSourceSwitches,
} from './facts';
import { createDroppedShows, createShelves } from './shelves';
import type { Database } from './engine/database';
import { openPostgres } from './engine/postgres';
import { openReadOnlySqlite } from './engine/read-only-sqlite';
import { openSqlite } from './engine/sqlite';
import { createFindViewings } from './find-viewings';
import { createHeldRatings } from './held-ratings';
import { createHeldTitles } from './held-titles';
import { createIds, type CreateId } from './ids';
import { createImports } from './imports';
import { createInvitations } from './invitations';
import { createKeys } from './keys';
import { createKodiChunks } from './kodi-chunks';
import { createLists } from './lists';
import { createMedia } from './media';
import { createOwnRecords } from './own-records';
import { createPasskeys } from './passkeys';
import { createPlayback } from './playback';
import { createPosters, createTitles } from './titles';
import { createPreferences, createSettingsCopies } from './preferences';
import { createPublicLists } from './public-lists';
import { createRatings } from './ratings';
import { createRelay } from './relay';
import { createReleases } from './releases';
import { createMovedViewings, createRemovedViewings } from './removed-viewings';
import { createRemovedEntries } from './removed-entries';
import { createSharedViewings } from './shared-viewings';
import { createSessions } from './sessions';
import { createStatistics } from './statistics';
import { createSiteIds, createTitleChoices } from './title-choices';
import { createUsers } from './users';
import { createViewings } from './viewings';
import { createWatchedTitles } from './watched-titles';
import { createWorkNames } from './work-names';

/** All stored data of the service. */
export type Store = Readonly<ReturnType<typeof createStore>>;

export type StoreOptions = Readonly<{
  /** A folder, or `:memory:`. */
  dataDir: string;
  /** `postgres://…`: PostgreSQL instead of a file in the folder. */
  database?: string | undefined;
  /** The owner's key for `createStoreSeal`, instead of a key that the tracker creates. */
  secretKey?: string | undefined;
  /** The folder is read-only: every write is refused. */
  isReadOnly?: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
  random?: RandomBytes;
}>;

/** Opens the store. Rejects with a `StoreError` when a newer version has written the data. */
export async function openStore(options: StoreOptions): Promise<Store> {
  const { dataDir, database, isReadOnly = false, now = Date.now, random = randomBytes } = options;
  const openFile = isReadOnly ? openReadOnlySqlite : openSqlite;
  const db = database === undefined ? openFile(dataDir) : await openPostgres(database);
  const store = createStore(db, { now, random, seal: createStoreSeal(db, options, random) });
  // Both may write. A first request that wrote would have to wait for other writers.
  if (!isReadOnly) await Promise.all([store.posterKey(), store.users.foldNames()]).catch(() => undefined);
  return store;
}

function createStore(db: Database, { now, random, seal }: Omit<Tools, 'createId'>) {
  const tools = { now, random, seal, createId: createIds({ now, random }) };
  const keys = createKeys(db, tools);
  let posterKey: string | undefined;
  return {
    keys,
    ...accountStores(db, tools),
    ...historyStores(db, tools),
    ...workStores(db, tools),
    connectors: createConnectors(db, tools),
    connectorReports: createConnectorReports(db, tools),
    publicLists: createPublicLists(db),
    releases: createReleases(db, tools),
    relay: createRelay(db, tools),
    health: createHealth(db),
    /** The key of the hashes in addresses of posters and in reports about connectors. */
    posterKey: async () => (posterKey ??= await ensureFact(db, 'poster-key', () => createSecret(random))),
    /** Rejects with an `UnavailableError` while the engine is away. */
    ping: async () => void (await db.one('SELECT 1')),
    /** Writes a full copy to a new file, while other requests continue. */
    backup: (path: string) => db.backup(path),
    /** Deletes a person with everything that is stored about them. */
    deleteAccount: (userId: string) => deleteAccount(db, userId, tools.createId).finally(() => keys.forget()),
    /** The faults of the stored data, in sentences. */
    check: () => checkData(db),
    /** Recomputes all stored sums. */
    repair: () => repairSums(db),
    close: () => db.close(),
  };
}

type Tools = Readonly<{
  now: () => number;
  random: RandomBytes;
  seal: () => Promise<Seal>;
  createId: CreateId;
}>;

/** People, and what they sign in with. */
function accountStores(db: Database, tools: Tools) {
  const limits = createLimits(db, tools);
  return {
    users: createUsers(db, tools),
    invitations: createInvitations(db, tools),
    logins: createLogins(db, tools),
    browsers: createBrowsers(db, tools),
    passkeys: createPasskeys(db, tools),
    challenges: createChallenges(db, { ...tools, limits }),
    setUpCode: createSetUpCode(db, tools),
    filmDatabaseToken: createFilmDatabaseToken(db),
    limits,
    audit: createAudit(db, tools),
    devices: createDevices(db, tools),
    preferences: createPreferences(db),
  };
}

/** The person's viewings, ratings, lists and imports. */
function historyStores(db: Database, tools: Tools) {
  return {
    playback: createPlayback(db, tools),
    sessions: createSessions(db),
    viewings: createViewings(db, tools),
    findViewings: createFindViewings(db),
    removedViewings: createRemovedViewings(db, tools),
    sharedViewings: createSharedViewings(db, tools),
    movedViewings: createMovedViewings(db, tools),
    droppedShows: createDroppedShows(db, tools),
    statistics: createStatistics(db),
    ratings: createRatings(db),
    watchedTitles: createWatchedTitles(db),
    shelves: createShelves(db, tools),
    lists: createLists(db, tools),
    removedEntries: createRemovedEntries(db, tools),
    changes: createChanges(db),
    heldTitles: createHeldTitles(db, tools),
    heldRatings: createHeldRatings(db, tools),
    titleChoices: createTitleChoices(db, tools),
    kodiChunks: createKodiChunks(db, tools),
    imports: createImports(db, tools),
    ownRecords: createOwnRecords(db),
  };
}

/** Data about films and series, which all people share, and settings. */
function workStores(db: Database, tools: Tools) {
  return {
    media: createMedia(db),
    workNames: createWorkNames(db),
    siteIds: createSiteIds(db, tools),
    settingsCopies: createSettingsCopies(db, tools),
    sourceSwitches: createSourceSwitches(db),
    titles: createTitles(db, tools),
    posters: createPosters(db, tools),
  };
}
