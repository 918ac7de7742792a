import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createTestSchema, isPostgres } from './open-test-store';
import { killRounds } from './kill-rounds';

// `npm run bench -- durability` does the same 50 times on each engine.

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-kill-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

test('after SIGKILL during writes every acknowledged update is stored, none twice', async () => {
  const database = isPostgres ? await createTestSchema() : undefined;
  // On PostgreSQL two processes are one service; the other one goes on.
  const processes = isPostgres ? 2 : 1;
  const { acknowledged, ...found } = await killRounds({ rounds: 2, processes, dataDir, database });
  expect(acknowledged).toBeGreaterThanOrEqual(2 * 60);
  expect(found).toMatchObject({ lost: [], doubled: [], problems: [] });
});
