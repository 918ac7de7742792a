import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildTracker } from '../../scripts/build/build-tracker';
import { end, listening } from '../service/service-process';

// The package `matinee-tracker`: what `npx matinee-tracker` starts.

const root = fileURLToPath(new URL('../..', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'matinee-tracker-'));
beforeAll(async () => {
  await buildTracker(join(folder, 'package'));
  // What npm installs beside it.
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const start = (...args: string[]) =>
  spawn(join(folder, 'package', 'matinee-tracker.js'), args, { stdio: ['ignore', 'pipe', 'pipe'] });

test('is one program that is started by its name, serves API and pages, and ends at SIGTERM', async () => {
  const child = start('--port', '0', '--data', join(folder, 'data'));
  try {
    const baseUrl = await listening(child);
    const service = baseUrl.replace('/api/v1', '');
    expect((await fetch(`${service}/readyz`)).status).toBe(200);
    expect(await (await fetch(`${service}/welcome`)).text()).toContain('Set-up code');
    expect((await fetch(`${service}/style.css`)).status).toBe(200);
    expect((await fetch(`${service}/replay.js`)).status).toBe(200);
    expect(await (await fetch(`${baseUrl}/openapi.json`)).json()).toMatchObject({ openapi: '3.1.0' });
    await end(child, 'SIGTERM');
    expect(child.exitCode).toBe(0);
  } finally {
    await end(child, 'SIGKILL');
  }
});

test('has the connectors of the extension beside it, to compare submissions with', () => {
  const packaged = readFileSync(join(folder, 'package', 'assets', 'connectors', 'mubi.json'), 'utf8');
  expect(JSON.parse(packaged)).toMatchObject({ id: 'mubi' });
});

test('says how it is used', async () => {
  const child = start('--help');
  let text = '';
  child.stdout.on('data', (part: Buffer) => (text += part.toString()));
  await new Promise((resolve) => {
    child.once('close', resolve);
  });
  expect(text).toContain('matinee-tracker [options]');
});

test('installs only what cannot be part of the program', () => {
  const file = join(folder, 'package', 'package.json');
  const described = JSON.parse(readFileSync(file, 'utf8')) as { bin: object; dependencies: object };
  expect(described.bin).toEqual({ 'matinee-tracker': 'matinee-tracker.js' });
  expect(Object.keys(described.dependencies)).toEqual(['libsql', 'pg']);
});
