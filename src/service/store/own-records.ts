import type { Database, Value } from './engine/database';

/** A table in the person's export, with the exported columns. The export names them in camel case. */
type OwnTable = Readonly<{
  table: string;
  columns: string[];
  /** The columns that pages are sorted by. Together they are unique, so no page repeats or misses a row. */
  order: string;
  where?: string;
}>;

const words = (text: string): string[] => text.split(' ');

/** The person's data that an import reads back, besides viewings, ratings, shelves and lists. */
const KEPT = {
  droppedShows: { table: 'dropped_shows', columns: words('show_id dropped_at'), order: 'show_id' },
  titleChoices: {
    table: 'title_choices',
    columns: words('id work season episode title media shift chosen_at'),
    order: 'id',
  },
  heldTitles: {
    table: 'held_titles',
    columns: words(
      'id work season episode title reason progress duration started_at updated_at watched_at choice_id',
    ).concat(words('media halves rated_at replaced')),
    order: 'id',
  },
  siteIds: { table: 'site_ids', columns: words('site site_id work said_at'), order: 'site, site_id' },
} satisfies Record<string, OwnTable>;

/** Other data about the person. Contains no key, token, password or address of a sink. */
const NOTED = {
  signIns: {
    table: 'logins',
    columns: words('created_at used_at expires_at address browser'),
    order: 'hash',
  },
  browsersWithPassword: { table: 'browsers', columns: ['expires_at'], order: 'hash' },
  keys: {
    table: 'keys',
    columns: words('id kind label scope created_at expires_at revoked_at used_at'),
    order: 'id',
  },
  devices: {
    table: 'devices',
    columns: words('name address state scope interval_ms polled_at used_at created_at expires_at'),
    order: 'hash',
  },
  passkeys: { table: 'passkeys', columns: words('label created_at used_at'), order: 'credential' },
  invitations: { table: 'invitations', columns: words('role created_at expires_at'), order: 'hash' },
  securityLog: { table: 'audit', columns: words('id at event detail address'), order: 'id' },
  connectors: {
    table: 'connectors',
    columns: words('id name domains definition cases status note submitted_at reviewed_at'),
    order: 'id',
  },
  changes: { table: 'changes', columns: words('area changed_at'), order: 'area' },
  settingsCopy: { table: 'settings_copies', columns: words('content stored_at'), order: 'user_id' },
  // Excludes companions who have not named this person: an id would reveal that an account has that name.
  companions: {
    table: 'companions',
    columns: ['companion_id'],
    order: 'companion_id',
    where: `EXISTS (SELECT 1 FROM companions AS d
      WHERE d.user_id = companions.companion_id AND d.companion_id = companions.user_id)`,
  },
  removedEntries: {
    table: 'removed_entries',
    columns: words('removal part row removed_at'),
    order: 'removal',
  },
  removals: { table: 'removals', columns: words('media removed_at'), order: 'media' },
  removedViewings: {
    table: 'removed_watches',
    columns: words(
      'removal id media episode_id progress duration started_at updated_at watched_at import_id gives_way',
    ).concat('removed_at'),
    order: 'removal, id',
  },
  imports: {
    table: 'imports',
    columns: words('id source state rows unread added created_at'),
    order: 'id',
  },
  rowsNotImported: {
    table: 'import_rows',
    columns: words('import_id n state row'),
    order: 'import_id, n',
    where: `(state <> 'ready' OR import_id IN (
      SELECT i.id FROM imports AS i WHERE i.user_id = import_rows.user_id AND i.state <> 'stored'))`,
  },
  namesOfFiles: {
    table: 'imported_titles',
    columns: words('media title episode_title year'),
    order: 'media',
  },
  chunksOfKodi: {
    table: 'kodi_chunks',
    columns: words('session chunk answer imported_at'),
    order: 'session, chunk',
  },
  otherTrackers: {
    table: 'relay_sinks',
    columns: words('id kind since past_from past_to trouble failures next_at created_at').concat(
      words('pull_at pull_cursor pull_import pulled_at pull_trouble pull_failures'),
    ),
    order: 'id',
  },
  sentViewings: {
    table: 'relay_ledger',
    columns: words('sink_id watch_id media watched_at state attempts changed_at status'),
    order: 'sink_id, watch_id',
  },
  sentRatings: {
    table: 'relay_ratings',
    columns: words('sink_id media halves status'),
    order: 'sink_id, media',
  },
  sentPositions: {
    table: 'relay_live',
    columns: words('sink_id media progress duration'),
    order: 'sink_id',
  },
  takenViewings: {
    table: 'relay_taken',
    columns: words('sink_id title watched_at'),
    order: 'sink_id, title, watched_at',
  },
} satisfies Record<string, OwnTable>;

const ALL: Readonly<Record<string, OwnTable>> = { ...KEPT, ...NOTED };

type OwnRow = Readonly<Record<string, Value>>;

/** Rows per read. */
const PART = 500;

/** The person's data for the export that no other part of the store reads. */
export function createOwnRecords(db: Database) {
  return {
    names: Object.keys(ALL),

    /** The rows of a table, in parts. `name`: one of `names`. */
    async *rows(userId: string, name: string): AsyncGenerator<OwnRow[]> {
      const own = ALL[name];
      if (own === undefined) return;
      for (let offset = 0; ; offset += PART) {
        const rows = await db.all<OwnRow>(selectOf(own), userId, PART, offset);
        if (rows.length > 0) yield rows;
        if (rows.length < PART) return;
      }
    },

    account: (userId: string): Promise<OwnRow | undefined> =>
      db.one<OwnRow>(
        `SELECT name, role, created_at AS "createdAt", needs_passkey AS "needsPasskey"
         FROM users WHERE id = ?`,
        userId,
      ),
  };
}

function selectOf({ table, columns, order, where = '1 = 1' }: OwnTable): string {
  const named = columns.map((column) => `${column} AS "${camelCase(column)}"`);
  return `SELECT ${named.join(', ')} FROM ${table} WHERE user_id = ? AND ${where}
    ORDER BY ${order} LIMIT ? OFFSET ?`;
}

const camelCase = (column: string): string =>
  column.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
