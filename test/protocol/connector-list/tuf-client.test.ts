import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { Updater } from 'tuf-js';
import { createKeys, listKey, signatureOf } from '../../../scripts/connector-list/keys';
import { builtInSite, readJson } from '../../../scripts/connector/files';
import { followList } from '../../../src/protocol/connector-list/follow-list';
import { isSignedBy } from '../../../src/protocol/connector-list/signatures';
import {
  createPublicList,
  type ListedConnector,
  type PublicList,
} from '../../support/connector-list/public-list';

// A public list is a repository of TUF: the client of that project, which knows nothing of ours, follows it.

let list: PublicList;
let server: Server;
let client: string;
let base: string;
const now = Date.now();

beforeEach(async () => {
  list = await createPublicList(() => now);
  server = createServer((request, response) => {
    const text = list.files().get((request.url ?? '/').slice(1));
    response.writeHead(text === undefined ? 404 : 200, { 'access-control-allow-origin': '*' }).end(text);
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  base = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  client = mkdtempSync(join(tmpdir(), 'tuf-client-'));
  mkdirSync(join(client, 'targets'));
});
afterEach(() => {
  server.close();
  list.remove();
  rmSync(client, { recursive: true });
});

const packaged = (id: string) => {
  const site = builtInSite(id);
  const { cases } = readJson(site.cases) as { cases: object[] };
  return { definition: readJson(site.definition), cases } as ListedConnector;
};

/** What the client of the project does at each start. */
async function refreshed(): Promise<Updater> {
  const updater = new Updater({
    metadataDir: client,
    metadataBaseUrl: base,
    targetDir: join(client, 'targets'),
    targetBaseUrl: `${base}/targets`,
    config: { fetchRetries: 0 },
  });
  await updater.refresh();
  return updater;
}

const ask = async (name: string) => list.files().get(name);

describe('the client of the project', () => {
  test('follows the list, and takes a connector byte for byte', async () => {
    await list.publish([packaged('tving')]);
    writeFileSync(join(client, 'root.json'), list.files().get('1.root.json') ?? '');
    const updater = await refreshed();
    const target = await updater.getTargetInfo('tving.json');
    expect(target?.custom).toMatchObject({ version: 1, share: 100 });
    if (target === undefined) return;
    const path = await updater.downloadTarget(target);
    const { definition } = JSON.parse(readFileSync(path, 'utf8')) as { definition: { id: string } };
    expect(definition.id).toBe('tving');
    const ours = await followList({ ask, now });
    expect(ours.list?.connectors.map(({ sha256 }) => sha256)).toEqual([target.hashes['sha256']]);
  });

  test('follows new keys of the machine, and a list that was signed again, as ours does', async () => {
    await list.publish([packaged('tving')]);
    writeFileSync(join(client, 'root.json'), list.files().get('1.root.json') ?? '');
    await refreshed();
    const before = await followList({ ask, now });
    await list.rotateMachine();
    await list.renew();
    await refreshed();
    const after = await followList({ ask, now, known: before.trusted });
    expect(after.refused).toBeUndefined();
    expect(after.trusted?.id).toBe(before.trusted?.id);
    expect(JSON.parse(readFileSync(join(client, 'root.json'), 'utf8'))).toMatchObject({
      signed: { version: 2 },
    });
  });

  test('refuses what ours refuses: a list that one maintainer has signed', async () => {
    await list.publish([packaged('tving')]);
    writeFileSync(join(client, 'root.json'), list.files().get('1.root.json') ?? '');
    const files = list.files();
    const { signed, signatures } = JSON.parse(files.get('1.targets.json') ?? '') as {
      signed: object;
      signatures: object[];
    };
    const alone = JSON.stringify({ signed, signatures: signatures.slice(1) });
    files.set('1.targets.json', alone);
    const before = list.files;
    Object.assign(list, { files: () => files });
    await expect(refreshed()).rejects.toThrow();
    expect((await followList({ ask, now })).refused).toMatchObject({ detail: '1.targets.json' });
    Object.assign(list, { files: before });
  });
});

describe('signatures', () => {
  test('of one key that a root names twice count once', async () => {
    const { secret, key } = createKeys();
    const { id, key: named } = await listKey(key);
    const other = 'f'.repeat(64);
    const role = { keyids: [id, other], threshold: 2 };
    const root = {
      keys: { [id]: named, [other]: named },
      roles: { root: role, targets: role, snapshot: role, timestamp: role },
    };
    const signed = { version: 1 };
    const signature = await signatureOf(signed, secret);
    const twice = [signature, { ...signature, keyid: other }];
    expect(await isSignedBy(root, 'targets', signed, twice)).toBe(false);
    const one = { ...root, roles: { ...root.roles, targets: { ...role, threshold: 1 } } };
    expect(await isSignedBy(one, 'targets', signed, twice)).toBe(true);
  });

  test('of a thousand contents are read from DER, whatever their length', async () => {
    const { secret, key } = createKeys();
    const { id, key: named } = await listKey(key);
    const role = { keyids: [id], threshold: 1 };
    const root = {
      keys: { [id]: named },
      roles: { root: role, targets: role, snapshot: role, timestamp: role },
    };
    for (let version = 0; version < 1_000; version += 1) {
      const signature = await signatureOf({ version }, secret);
      expect(await isSignedBy(root, 'root', { version }, [signature]), signature.sig).toBe(true);
    }
  });
});
