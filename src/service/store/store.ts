import { randomBytes } from 'node:crypto';
import type { Seal } from '../secrets/seal';
import { createSecret, type RandomBytes } from '../secrets/secret';
import { createAudit, type Audit } from './audit';
import { createBrowsers, type Browsers } from './browsers';
import { createChallenges, type Challenges } from './challenges';
import { createChanges, type Changes } from './changes';
import { checkData } from './check';
import { createConnectorReports, type ConnectorReports } from './connector-reports';
import { createConnectors, type Connectors } from './connectors';
import { deleteAccount } from './delete-account';
import { createDevices, type Devices } from './devices';
import { ensureFact } from './facts';
import { createDroppedShows, type DroppedShows } from './dropped-shows';
import type { Database } from './engine/database';
import { openPostgres } from './engine/postgres';
import { openReadOnlySqlite } from './engine/read-only-sqlite';
import { openSqlite } from './engine/sqlite';
import { createFilmDatabaseToken, type FilmDatabaseToken } from './film-database-token';
import { createFindViewings, type FindViewings } from './find-viewings';
import { createHeldRatings, type HeldRatings } from './held-ratings';
import { createHeldTitles, type HeldTitles } from './held-titles';
import { createIds, type CreateId } from './ids';
import { createHealth, type Health } from './health';
import { createImports, type Imports } from './imports';
import { createInvitations, type Invitations } from './invitations';
import { createKeys, type Keys } from './keys';
import { createKodiChunks, type KodiChunks } from './kodi-chunks';
import { createLimits, type Limits } from './limits';
import { createLists, type ListStore } from './lists';
import { createLogins, type Logins } from './logins';
import { createMedia, type MediaStore } from './media';
import { createOwnRecords, type OwnRecords } from './own-records';
import { createPasskeys, type Passkeys } from './passkeys';
import { createPlayback, type PlaybackStore } from './playback';
import { createPosters, type Posters } from './posters';
import { createPreferences, type Preferences } from './preferences';
import { createPublicLists, type PublicLists } from './public-lists';
import { createRatings, type Ratings } from './ratings';
import { createRelay, type Relay } from './relay';
import { createReleases, type ReleaseStore } from './releases';
import { createMovedViewings, type MovedViewings } from './moved-viewings';
import { createRemovedEntries, type RemovedEntries } from './removed-entries';
import { createRemovedViewings, type RemovedViewings } from './removed-viewings';
import { createSharedViewings } from './shared-viewings';
import { repairSums } from './repair';
import { createStoreSeal } from './seal-key';
import { createSessions, type Sessions } from './sessions';
import { createSetUpCode, type SetUpCode } from './set-up-code';
import { createSettingsCopies, type SettingsCopies } from './settings-copies';
import { createShelves, type Shelves } from './shelves';
import { createStatistics, type Statistics } from './statistics';
import { createSiteIds, type SiteIds } from './site-ids';
import { createSourceSwitches, type SourceSwitches } from './source-switches';
import { createTitleChoices, type TitleChoices } from './title-choices';
import { createTitles, type Titles } from './titles';
import { createUsers, type Users } from './users';
import { createViewings, type Viewings } from './viewings';
import { createWatchedTitles, type WatchedTitles } from './watched-titles';
import { createWorkNames, type WorkNames } from './work-names';

/** All stored data of the service. */
export type Store = Readonly<{
  users: Users;
  invitations: Invitations;
  logins: Logins;
  browsers: Browsers;
  passkeys: Passkeys;
  challenges: Challenges;
  setUpCode: SetUpCode;
  filmDatabaseToken: FilmDatabaseToken;
  limits: Limits;
  audit: Audit;
  keys: Keys;
  devices: Devices;
  media: MediaStore;
  playback: PlaybackStore;
  sessions: Sessions;
  viewings: Viewings;
  findViewings: FindViewings;
  removedViewings: RemovedViewings;
  sharedViewings: ReturnType<typeof createSharedViewings>;
  movedViewings: MovedViewings;
  droppedShows: DroppedShows;
  statistics: Statistics;
  preferences: Preferences;
  workNames: WorkNames;
  ratings: Ratings;
  watchedTitles: WatchedTitles;
  shelves: Shelves;
  lists: ListStore;
  removedEntries: RemovedEntries;
  changes: Changes;
  heldTitles: HeldTitles;
  heldRatings: HeldRatings;
  titleChoices: TitleChoices;
  kodiChunks: KodiChunks;
  imports: Imports;
  ownRecords: OwnRecords;
  connectors: Connectors;
  connectorReports: ConnectorReports;
  publicLists: PublicLists;
  relay: Relay;
  releases: ReleaseStore;
  siteIds: SiteIds;
  settingsCopies: SettingsCopies;
  sourceSwitches: SourceSwitches;
  titles: Titles;
  posters: Posters;
  health: Health;
  /** Makes the addresses of posters. */
  posterKey(): Promise<string>;
  /** Rejects with an `UnavailableError` while the engine is away. */
  ping(): Promise<void>;
  /** Writes a whole copy to a file that does not exist yet, while the service goes on. */
  backup(path: string): Promise<void>;
  /** Deletes a person with everything that is stored about them. */
  deleteAccount(userId: string): Promise<void>;
  /** What is wrong with the data, in sentences. */
  check(): Promise<string[]>;
  /** Counts anew what is stored as a sum. */
  repair(): Promise<void>;
  close(): Promise<void>;
}>;

export type StoreOptions = Readonly<{
  /** A folder, or `:memory:`. */
  dataDir: string;
  /** `postgres://…`: PostgreSQL instead of a file in the folder. */
  database?: string | undefined;
  /** Seals what other trackers have given a person, instead of a key that the tracker makes. */
  secretKey?: string | undefined;
  /** The folder may not be written: nothing is, and what would be is refused. */
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
  // Done before the first request, which would wait for whoever writes.
  if (!isReadOnly) await Promise.all([store.posterKey(), store.users.foldNames()]).catch(() => undefined);
  return store;
}

function createStore(db: Database, { now, random, seal }: Omit<Tools, 'createId'>): Store {
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
    posterKey: async () => (posterKey ??= await ensureFact(db, 'poster-key', () => createSecret(random))),
    ping: async () => void (await db.one('SELECT 1')),
    backup: (path) => db.backup(path),
    deleteAccount: (userId) => deleteAccount(db, userId, tools.createId).finally(() => keys.forget()),
    check: () => checkData(db),
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

/** What a person has watched, rated and listed. */
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

/** Films and series, the same for everybody. */
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
