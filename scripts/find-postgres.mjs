// Plain JavaScript, because set-up.mjs runs before anything is installed. The types are in
// find-postgres.d.mts.
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';

/** Folder in which Debian and Ubuntu install PostgreSQL, with one folder for each version. */
const DEBIAN = '/usr/lib/postgresql';

/**
 * The folder with the programs `initdb` and `postgres`: that of the newest version in `DEBIAN`, otherwise the
 * first one in `PATH`. `undefined`: there is none.
 */
export function findPostgres({ env = process.env, exists = existsSync, list = listFolder } = {}) {
  const versions = list(DEBIAN).sort((a, b) => Number(b) - Number(a));
  const folders = [...versions.map((version) => join(DEBIAN, version, 'bin')), ...pathOf(env)];
  return folders.find((folder) => exists(join(folder, 'initdb')) && exists(join(folder, 'postgres')));
}

function pathOf({ PATH = '' }) {
  return PATH.split(delimiter).filter((folder) => folder !== '');
}

function listFolder(path) {
  return existsSync(path) ? readdirSync(path) : [];
}
