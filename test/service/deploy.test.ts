import { spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { parse } from 'yaml';
import { afterEach, describe, expect, test } from 'vitest';
import { OPTIONS } from '../../src/service/command-line/options';
import { waitFor } from '../support/wait-for';
import { end, SERVICE_ARGUMENTS } from './service-process';
import { createTestSchema, isPostgres } from './store/open-test-store';

// The files of `deploy`, read as the programs read them that they are for, and the tracker started as they state it.

const root = fileURLToPath(new URL('../..', import.meta.url));
const textOf = (path: string) => readFileSync(`${root}deploy/${path}`, 'utf8');

interface Part {
  readonly command?: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  readonly volumes?: readonly string[];
  readonly depends_on?: Readonly<Record<string, { readonly condition: string }>>;
  readonly healthcheck?: { readonly test: readonly string[] };
  readonly build?: { readonly context: string; readonly dockerfile: string };
  readonly ports?: readonly string[];
}

interface Compose {
  readonly services: Readonly<Record<'tracker' | 'database' | 'proxy', Part>>;
  readonly volumes: Readonly<Record<string, null>>;
}

const compose = parse(textOf('compose.yaml')) as Compose;
const { tracker, database, proxy } = compose.services;

/** `${NAME}`, `${NAME:?why}` and `${NAME:-default}` as Compose replaces them. */
function fill(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(/\$\{(\w+)(?::([?-])([^}]*))?\}/g, (_, name: string, kind = '', other = '') => {
    const value = values[name] ?? '';
    if (value === '' && kind === '?') throw new Error(`${name}: ${String(other)}`);
    return value === '' ? String(other) : value;
  });
}

const started: ChildProcess[] = [];
afterEach(async () => {
  for (const child of started.splice(0)) await end(child, 'SIGKILL');
});

describe('compose.yaml', () => {
  test('names services, volumes, folders and files that exist', () => {
    const services = Object.values(compose.services);
    for (const { depends_on = {} } of services)
      for (const [name, { condition }] of Object.entries(depends_on)) {
        expect(compose.services).toHaveProperty(name);
        if (condition === 'service_healthy' && name === 'database')
          expect(database.healthcheck).toBeDefined();
      }
    // The image of the tracker has the check of its health.
    expect(textOf('Dockerfile')).toContain('\nHEALTHCHECK ');
    const mounted = services.flatMap(({ volumes = [] }) => volumes.map((one) => one.split(':')[0] ?? ''));
    for (const source of mounted)
      if (source.startsWith('./')) expect(existsSync(`${root}deploy/${source}`), source).toBe(true);
      else expect(compose.volumes).toHaveProperty(source);
    expect(
      existsSync(`${root}deploy/${tracker.build?.context ?? '?'}/${tracker.build?.dockerfile ?? '?'}`),
    ).toBe(true);
  });

  test('asks for what it cannot do without, and the proxy alone is reached from outside', () => {
    const text = JSON.stringify(compose);
    expect(() => fill(text, { MATINEE_HOST: 'tracker.example' })).toThrow(/^POSTGRES_PASSWORD: /);
    expect(() => fill(text, { POSTGRES_PASSWORD: 'abc' })).toThrow(/^MATINEE_HOST: /);
    expect([tracker.ports, database.ports]).toEqual([undefined, undefined]);
    expect(proxy.ports).toContain('443:443');
  });

  test('asks for the health of the database where the tracker does: over the network', () => {
    const [kind, program, ...options] = database.healthcheck?.test ?? [];
    expect([kind, program]).toEqual(['CMD', 'pg_isready']);
    expect(options[options.indexOf('--host') + 1]).toBe('127.0.0.1');
  });

  test('has one address of the database on both sides', () => {
    const values = { POSTGRES_PASSWORD: '0f3a', MATINEE_HOST: 'x' };
    const url = new URL(fill(tracker.environment?.['MATINEE_DATABASE'] ?? '', values));
    const own = Object.fromEntries(
      Object.entries(database.environment ?? {}).map(([name, value]) => [name, fill(value, values)]),
    );
    expect(compose.services).toHaveProperty(url.hostname);
    expect([url.username, url.password, url.pathname.slice(1)]).toEqual([
      own['POSTGRES_USER'],
      own['POSTGRES_PASSWORD'],
      own['POSTGRES_DB'],
    ]);
  });

  test.skipIf(!isPostgres)(
    'its tracker, started by hand on PostgreSQL: ready, in JSON, behind the proxy',
    async () => {
      const values = { POSTGRES_PASSWORD: '0f3a', MATINEE_HOST: 'tracker.example' };
      const port = String(await freePort());
      const command = (tracker.command ?? []).map((text) => fill(text, values));
      const environment = Object.entries(tracker.environment ?? {}).map(([name, text]) => [
        name,
        fill(text, values),
      ]);
      const env = { ...process.env, ...Object.fromEntries(environment) } as NodeJS.ProcessEnv;
      env['MATINEE_DATABASE'] = await createTestSchema();
      const child = spawn(
        process.execPath,
        [...SERVICE_ARGUMENTS, ...command.map((text) => (text === '4680' ? port : text))],
        { cwd: root, env, stdio: ['ignore', 'pipe', 'inherit'] },
      );
      started.push(child);
      let log = '';
      child.stdout.on('data', (part: Buffer) => (log += part.toString()));
      const ask = (path: string) =>
        fetch(`http://127.0.0.1:${port}${path}`, {
          headers: { 'x-forwarded-for': '192.0.2.77', 'x-request-id': 'of-the-proxy' },
        });
      await waitFor('the tracker to be ready', () =>
        ask('/readyz').then(
          ({ status }) => status === 200,
          () => false,
        ),
      );
      const page = await ask('/welcome');
      expect([page.status, page.headers.get('x-request-id')]).toEqual([200, 'of-the-proxy']);
      expect(page.headers.get('strict-transport-security')).not.toBeNull();
      await end(child, 'SIGTERM');
      expect(child.exitCode).toBe(0);
      const lines = log
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line) as object);
      expect(lines[0]).toMatchObject({ level: 'info', event: 'listening' });
      expect(lines.at(-1)).toMatchObject({ event: 'request', route: '/welcome', id: 'of-the-proxy' });
      expect(log).not.toContain('192.0.2.77');
    },
    300_000,
  );
});

describe('Dockerfile', () => {
  const lines = textOf('Dockerfile').replaceAll('\\\n', '').split('\n');
  const listOf = (instruction: string) => {
    const line = lines.find((one) => one.startsWith(`${instruction} `)) ?? '';
    return JSON.parse(line.slice(instruction.length)) as string[];
  };

  test('copies files that exist, and starts the program of the package with options that it has', () => {
    const copied = lines
      .filter((line) => /^COPY (?!--from)/.test(line))
      .flatMap((line) => line.split(' ').slice(1, -1));
    expect(copied.length).toBeGreaterThan(2);
    expect(copied.filter((path) => !existsSync(root + path))).toEqual([]);
    const [node, program, ...more] = [...listOf('ENTRYPOINT'), ...listOf('CMD')];
    expect([node, program]).toEqual(['node', '/opt/matinee-tracker/matinee-tracker.js']);
    expectKnownOptions(more);
  });

  test('its check of the health fails where nothing answers', () => {
    const [check = ''] = lines.filter((line) => line.startsWith('HEALTHCHECK'));
    const [, script = ''] = /"--eval", "(.*)"\]$/.exec(check) ?? [];
    const closed = script.replace('4680', '9');
    expect(spawnSync(process.execPath, ['--eval', closed]).status).toBe(1);
  });
});

test('compose.yaml and the unit start the program with options that it has', () => {
  expectKnownOptions(tracker.command ?? []);
  const [, ...options] = /^ExecStart=(.*)$/m.exec(textOf('matinee-tracker.service'))?.[1]?.split(' ') ?? [];
  expect(options.pop()).toBe('$MATINEE_OPTIONS');
  expectKnownOptions(options);
});

test.skipIf(spawnSync('systemd-analyze', ['--version']).error !== undefined)(
  'the unit is one for systemd',
  () => {
    const { stderr } = spawnSync('systemd-analyze', ['verify', `${root}deploy/matinee-tracker.service`], {
      encoding: 'utf8',
    });
    // The program is not installed here.
    const found = stderr.split('\n').filter((line) => line !== '' && !line.includes('is not executable'));
    expect(found).toEqual([]);
  },
);

test('Caddyfile: its blocks are closed, it leads to the tracker and hides what is for the machine', () => {
  const text = textOf('Caddyfile').replaceAll(/^\s*#.*$/gm, '');
  const names = [...text.matchAll(/\{\$(\w+)\}/g)].map(([, name]) => name);
  expect(names).toEqual(['MATINEE_HOST']);
  expect(proxy.environment).toHaveProperty('MATINEE_HOST');
  expect(text.match(/\{/g)?.length).toBe(text.match(/\}/g)?.length);
  const [, upstream = '', port = ''] = /reverse_proxy (\w+):(\d+)/.exec(text) ?? [];
  expect(compose.services).toHaveProperty(upstream);
  expect(tracker.command).toContain(port);
  expect(text).toMatch(/@internal path \/healthz \/readyz \/metrics\n\s*respond @internal 404/);
});

function expectKnownOptions(words: readonly string[]): void {
  const names = words.filter((word) => word.startsWith('--')).map((word) => word.slice(2));
  expect(names.length).toBeGreaterThan(0);
  expect(names.filter((name) => !Object.hasOwn(OPTIONS, name))).toEqual([]);
}

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
