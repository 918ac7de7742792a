import { mkdtempSync, openSync, readdirSync, rmSync, statSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { startService } from '../../../src/service/start-service';
import { openStore } from '../../../src/service/store/store';
import { waitFor } from '../../support/wait-for';

// A page of the file that reads as zeros, as after a failure of the disk.

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'matinee-damage-'));
  const store = await openStore({ dataDir: folder });
  const { id } = (await store.users.claim('ada', 'a long password 1')) ?? (await store.users.ensureOwner());
  for (let film = 1; film <= 400; film += 1)
    await store.playback.update(id, { type: 'movie', tmdbId: film }, { progress: 95, duration: 100 });
  await store.backup(join(folder, 'good'));
  await store.close();
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Zeros in the last quarter, where the viewings are: the list of the tables is before it. */
function damage(): void {
  const file = join(folder, 'matinee.db');
  const pages = Math.floor(statSync(file).size / 4096);
  const handle = openSync(file, 'r+');
  for (let page = Math.floor(pages * 0.75); page < pages - 1; page += 1)
    writeSync(handle, Buffer.alloc(4096), 0, 4096, page * 4096);
}

test('is found at the start, told by /readyz, the log and the page of the owner, and never copied', async () => {
  damage();
  const lines: string[] = [];
  const service = await startService({ dataDir: folder, log: (line) => lines.push(line) });
  const ready = async () => fetch(`${service.url}/readyz`);
  await waitFor('the damage to be found', async () => (await ready()).status === 503);
  expect(await (await ready()).text()).toBe('the database is damaged\n');
  expect((await fetch(`${service.url}/healthz`)).status).toBe(200);
  expect(lines.join('\n')).toContain('The database is damaged');
  const owner = await service.store.users.ensureOwner();
  const secret = await service.store.logins.open(owner.id, { address: '', browser: '' });
  const headers = { cookie: `matinee_login=${secret}` };
  const page = await (await fetch(`${service.url}/account`, { headers })).text();
  expect(page).toContain('The database of this tracker is damaged.');
  await expect(service.store.backup(join(folder, 'bad'))).rejects.toThrow('Keep the last good copy.');
  expect(readdirSync(folder)).toContain('good');
  expect(readdirSync(folder)).not.toContain('bad');
  await service.close();
});

test('a database that is whole is ready', async () => {
  const service = await startService({ dataDir: folder, log: () => undefined });
  expect(await service.store.health.look()).toBeUndefined();
  expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
  await service.close();
});
