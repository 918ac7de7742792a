import { mkdtempSync, readFileSync, rmSync, readdirSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import SQLite from 'libsql';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { startService } from '../../src/service/start-service';
import { StoreError } from '../../src/service/store/engine/database';
import { latestVersion } from '../../src/service/store/engine/migrate-sqlite';
import { openStore } from '../../src/service/store/store';

let dataDir = '';
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'matinee-service-'));
});
afterEach(() => rmSync(dataDir, { recursive: true, force: true }));

const update = { type: 'movie', progress: 60, duration: 600, tmdbId: 10378 };

describe('the service on a socket', () => {
  test('listens on a free port and keeps its data over a restart', async () => {
    const first = await startService({ dataDir });
    const key = await first.createKey('sk');
    const headers = { 'x-api-key': key, 'content-type': 'application/json' };
    expect(first.baseUrl).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/api\/v1$/);
    expect(
      (await fetch(`${first.baseUrl}/scrobble`, { method: 'POST', headers, body: JSON.stringify(update) }))
        .status,
    ).toBe(200);
    await first.close();
    const second = await startService({ dataDir });
    const answer = (await (await fetch(`${second.baseUrl}/matinee/progress`, { headers })).json()) as {
      data: { items: unknown[] };
    };
    expect(answer.data.items).toHaveLength(1);
    await second.close();
    await second.close();
  });

  test.each([300_000, 5_000_000, 40_000_000])(
    'answers 413 to a body of %i bytes and then the next request',
    async (size) => {
      const service = await startService({ dataDir: ':memory:' });
      const headers = { 'x-api-key': await service.createKey('sk'), 'content-type': 'application/json' };
      const answer = await fetch(`${service.baseUrl}/scrobble`, {
        method: 'POST',
        headers,
        body: 'x'.repeat(size),
      });
      expect(answer.status).toBe(413);
      expect(await answer.json()).toMatchObject({ error: 'PAYLOAD_TOO_LARGE' });
      expect(
        (
          await fetch(`${service.baseUrl}/scrobble`, {
            method: 'POST',
            headers,
            body: JSON.stringify(update),
          })
        ).status,
      ).toBe(200);
      await service.close();
    },
  );

  test('limits a body without Content-Length', async () => {
    const service = await startService({ dataDir: ':memory:' });
    const headers = { 'x-api-key': await service.createKey('sk'), 'content-type': 'application/json' };
    const parts = new ReadableStream<Uint8Array>({
      pull(controller) {
        controller.enqueue(new Uint8Array(65_536).fill(32));
      },
    });
    const request: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers,
      body: parts,
      duplex: 'half',
    };
    const outcome = await fetch(`${service.baseUrl}/scrobble`, request).then(
      (answer) => answer.status,
      () => 'closed',
    );
    expect([413, 'closed']).toContain(outcome);
    expect(
      (await fetch(`${service.baseUrl}/scrobble`, { method: 'POST', headers, body: JSON.stringify(update) }))
        .status,
    ).toBe(200);
    await service.close();
  });

  test('answers 400 to malformed HTTP and then the next request', async () => {
    const service = await startService({ dataDir: ':memory:' });
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(Number(new URL(service.url).port), '127.0.0.1', () =>
        socket.write('GET / HTTP/1.1\r\nHost: \u0001\r\nX\r\n\r\n'),
      );
      let text = '';
      socket.on('data', (part) => (text += part.toString()));
      socket.on('close', () => resolve(text));
      socket.on('error', () => resolve(text));
    });
    expect(answer).toMatch(/^HTTP\/1\.1 40/);
    expect((await fetch(`${service.url}/sign-in`)).status).toBe(200);
    await service.close();
  });

  test('rejects when the port is taken', async () => {
    const first = await startService({ dataDir: ':memory:' });
    await expect(
      startService({ dataDir: ':memory:', port: Number(new URL(first.url).port) }),
    ).rejects.toMatchObject({ code: 'EADDRINUSE' });
    await first.close();
  });

  test('creates the owner from the options', async () => {
    const service = await startService({
      dataDir: ':memory:',
      owner: { name: 'ada', password: 'correct horse' },
    });
    const answer = await fetch(`${service.url}/sign-in`, {
      method: 'POST',
      redirect: 'manual',
      headers: { origin: service.url },
      body: new URLSearchParams({ name: 'ada', password: 'correct horse' }),
    });
    expect(answer.status).toBe(303);
    expect(answer.headers.get('set-cookie')).toContain('matinee_login=');
    await service.close();
  });
});

describe('the data', () => {
  test('contains no key, token, code or password in plain text', async () => {
    const service = await startService({
      dataDir,
      owner: { name: 'ada', password: 'correct horse battery' },
    });
    const code = (await (
      await fetch(`${service.baseUrl}/auth/device/code`, {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: '{}',
      })
    ).json()) as Record<string, string>;
    const secrets = [
      await service.createKey('sk'),
      await service.createKey('pk'),
      await service.createDeviceToken(),
      code['device_code'] ?? '?',
      code['user_code'] ?? '?',
      'correct horse battery',
    ];
    await service.close();
    const bytes = readdirSync(dataDir).map((name) => readFileSync(join(dataDir, name)));
    for (const secret of secrets) expect(bytes.some((file) => file.includes(secret))).toBe(false);
    expect(bytes.some((file) => file.includes('ada'))).toBe(true);
  });

  test('has the newest version of the schema and uses WAL', async () => {
    await (await openStore({ dataDir })).close();
    const database = new SQLite(join(dataDir, 'matinee.db'));
    expect(database.pragma('user_version', { simple: true })).toMatchObject({
      user_version: latestVersion,
    });
    expect(database.pragma('journal_mode', { simple: true })).toMatchObject({ journal_mode: 'wal' });
    database.close();
  });

  test.each([1, 5])(
    'of a format from before the first release (%i) is refused, and says so',
    async (version) => {
      const old = new SQLite(join(dataDir, 'matinee.db'));
      old.exec(`CREATE TABLE users (id INTEGER PRIMARY KEY); PRAGMA user_version = ${String(version)}`);
      old.close();
      await expect(openStore({ dataDir })).rejects.toThrow('before the first release');
    },
  );

  test('of a newer version is refused', async () => {
    await (await openStore({ dataDir })).close();
    const database = new SQLite(join(dataDir, 'matinee.db'));
    database.pragma(`user_version = ${String(latestVersion + 1)}`);
    database.close();
    await expect(openStore({ dataDir })).rejects.toThrow(StoreError);
  });
});
