import { COUNT_DAYS } from './count-days';
import { COUNT_WATCHED_TITLES } from './saved-works-migration';

/** Rows of a table are referred to by those of later ones. */
const MOVED = [
  'users',
  'logins',
  'keys',
  'devices',
  'media',
  'playback',
  'connectors',
  'titles',
  'posters',
  'pictures',
  'browsers',
  'limits',
  'audit',
  'facts',
  'ratings',
];

const INDEXES = [
  'media_by_episode_id',
  'playback_by_media',
  'playback_by_watched',
  'playback_by_series',
  'playback_by_update',
  'connectors_by_time',
  'titles_by_time',
  'pictures_by_time',
  'logins_by_user',
  'limits_by_until',
  'audit_by_user',
  'ratings_by_time',
];

/** An id of version 0.1, a counter, as a text that is sorted as the counter was. */
const sorted = (column: string) => `printf('%012d', ${column})`;

/** The latest session of each person and title is its progress; a removed one hides nothing before it. */
const PROGRESS = `
  INSERT INTO progress
    (user_id, media, id, episode_id, progress, duration, started_at, updated_at, watched_at)
  SELECT CAST(p.user_id AS TEXT), m.key, ${sorted('p.id')}, m.episode_id, p.progress, p.duration,
    p.started_at, p.updated_at, p.watched_at
  FROM old_playback AS p JOIN old_media AS m ON m.id = p.media_id
  WHERE p.id = (SELECT max(id) FROM old_playback AS q
    WHERE q.user_id = p.user_id AND q.media_id = p.media_id AND q.removed_at IS NULL);`;

const WATCHES = `
  INSERT INTO watches (user_id, id, media, episode_id, show_id, progress, duration, started_at, updated_at,
    watched_at)
  SELECT CAST(p.user_id AS TEXT), ${sorted('p.id')}, m.key, m.episode_id,
    CASE WHEN m.season_number IS NULL THEN NULL ELSE m.tmdb_id END, p.progress, p.duration, p.started_at,
    p.updated_at, p.watched_at
  FROM old_playback AS p JOIN old_media AS m ON m.id = p.media_id
  WHERE p.watched_at IS NOT NULL;
  INSERT INTO show_progress (user_id, show_id, watch_id, watched_at)
  SELECT user_id, show_id, id, watched_at FROM watches AS w
  WHERE show_id IS NOT NULL AND id = (SELECT id FROM watches AS v
    WHERE v.user_id = w.user_id AND v.show_id = w.show_id ORDER BY watched_at DESC, id DESC LIMIT 1);
  INSERT INTO removals (user_id, media, removed_at)
  SELECT CAST(p.user_id AS TEXT), m.key, max(p.removed_at)
  FROM old_playback AS p JOIN old_media AS m ON m.id = p.media_id
  WHERE p.removed_at IS NOT NULL GROUP BY p.user_id, m.key;
  INSERT INTO tallies (user_id, watches, titles)
  SELECT id, (SELECT count(*) FROM watches WHERE user_id = users.id),
    (SELECT count(*) FROM progress WHERE user_id = users.id) FROM users;`;

/** Data of version 0.1 out of the way, and into the tables of `schema.ts`. */
export const moveVersion01 = {
  away: [
    ...INDEXES.map((name) => `DROP INDEX ${name};`),
    ...MOVED.map((name) => `ALTER TABLE ${name} RENAME TO old_${name};`),
  ].join('\n'),
  into: `
  INSERT INTO users (id, name, password, role, created_at)
  SELECT CAST(id AS TEXT), name, password,
    CASE WHEN id = (SELECT min(id) FROM old_users) THEN 'owner' ELSE 'member' END, created_at FROM old_users;
  INSERT INTO logins (user_id, hash, expires_at, created_at, used_at, address, browser)
  SELECT CAST(user_id AS TEXT), hash, expires_at, created_at, used_at, address, browser FROM old_logins;
  INSERT INTO browsers (user_id, hash, expires_at)
  SELECT CAST(user_id AS TEXT), hash, expires_at FROM old_browsers;
  INSERT INTO keys (user_id, id, kind, hash, label, scope, created_at, expires_at, revoked_at, used_at)
  SELECT CAST(user_id AS TEXT), CAST(id AS TEXT), kind, hash, label, scope, created_at, expires_at,
    revoked_at, used_at FROM old_keys;
  INSERT INTO devices (hash, user_code_hash, name, address, state, user_id, interval_ms, polled_at, used_at,
    token_hash, created_at, expires_at)
  SELECT hash, user_code_hash, name, address, state, CAST(user_id AS TEXT), interval_ms, polled_at, used_at,
    token_hash, created_at, expires_at FROM old_devices;
  INSERT INTO limits (key, used, until) SELECT key, used, until FROM old_limits;
  INSERT INTO audit (user_id, id, at, event, detail, address)
  SELECT CAST(user_id AS TEXT), ${sorted('id')}, at, event, detail, address FROM old_audit
  WHERE user_id IS NOT NULL;
  INSERT INTO facts (name, value) SELECT name, value FROM old_facts;
  INSERT INTO connectors (user_id, id, name, domains, definition, status, note, submitted_at, reviewed_at)
  SELECT CAST(user_id AS TEXT), CAST(id AS TEXT), name, domains, definition, status, note, submitted_at,
    reviewed_at FROM old_connectors;
  ${PROGRESS}
  ${WATCHES}
  INSERT INTO ratings (user_id, media, episode_id, halves, rated_at)
  SELECT CAST(r.user_id AS TEXT), m.key, m.episode_id, r.halves, r.rated_at
  FROM old_ratings AS r JOIN old_media AS m ON m.id = r.media_id;
  INSERT INTO media_titles (media, title, episode_title, year)
  SELECT key, title, episode_title, year FROM old_media WHERE title IS NOT NULL;
  ${COUNT_DAYS}
  ${COUNT_WATCHED_TITLES}
  INSERT INTO titles (key, body, fetched_at) SELECT key, body, fetched_at FROM old_titles;
  INSERT INTO posters (work, path) SELECT work, path FROM old_posters;
  INSERT INTO pictures (path, type, body, fetched_at) SELECT path, type, body, fetched_at FROM old_pictures;
  ${MOVED.toReversed()
    .map((name) => `DROP TABLE old_${name};`)
    .join('\n  ')}`,
};
