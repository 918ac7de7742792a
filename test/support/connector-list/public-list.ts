import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { draftTargets, type DraftLine } from '../../../scripts/connector-list/draft-targets';
import { createKeys, signatureOf } from '../../../scripts/connector-list/keys';
import { draftRoot, releaseList, signDrafts } from '../../../scripts/connector-list/sign-list';
import { sha256Of } from '../../../src/protocol/tracker/signatures';
import { canonicalJson } from '../../../src/protocol/connector-list/signatures';

/** A connector as its folder has it: the contents of `definition.json` and `cases.json`. */
export interface ListedConnector {
  readonly definition: { readonly id: string };
  readonly cases: readonly object[];
}

/** A public list in a folder, made by the commands that its maintainers use. */
export async function createPublicList(now: () => number, name = 'Public list') {
  const place = mkdtempSync(join(tmpdir(), 'connector-list-'));
  const folder = join(place, 'list');
  const people = { ada: createKeys(), ben: createKeys() };
  let machine = createKeys();
  const signAll = async () => {
    for (const { secret } of Object.values(people)) await signDrafts(folder, secret);
  };
  const draftKeys = (threshold = 2) =>
    draftRoot(
      folder,
      { maintainers: Object.values(people).map(({ key }) => key), threshold, online: machine.key },
      now(),
    );
  await draftKeys();

  const list = {
    folder,
    people,
    machine: () => machine,
    /** Drafts, signs and releases a list of these connectors, as two maintainers do together. */
    async publish(connectors: readonly ListedConnector[], retired: readonly string[] = []) {
      const lines = await list.draft(connectors, retired);
      await signAll();
      await releaseList(folder, machine.secret, now());
      return lines;
    },
    draft(
      connectors: readonly ListedConnector[],
      retired: readonly string[] = [],
    ): Promise<readonly DraftLine[]> {
      const source = join(place, 'connectors');
      rmSync(source, { recursive: true, force: true });
      mkdirSync(source, { recursive: true });
      for (const { definition, cases } of connectors) {
        mkdirSync(join(source, definition.id));
        writeFileSync(join(source, definition.id, 'definition.json'), JSON.stringify(definition));
        writeFileSync(join(source, definition.id, 'cases.json'), JSON.stringify({ cases }));
      }
      return draftTargets({
        folder,
        connectors: source,
        name,
        issues: 'https://list.example/issues',
        retired,
        now: now(),
      });
    },
    /** What the machine does every night. */
    renew: () => releaseList(folder, machine.secret, now()),
    async rotateMachine() {
      machine = createKeys();
      await draftKeys();
      for (const { secret } of Object.values(people)) await signDrafts(folder, secret);
      await releaseList(folder, machine.secret, now());
    },
    /** All files that a static host serves, by their path. */
    files: () => filesIn(folder),
    /** The id that maintainers state behind `#`. */
    async id() {
      const { signed } = JSON.parse(readFileSync(join(folder, '1.root.json'), 'utf8')) as { signed: unknown };
      return sha256Of(canonicalJson(signed));
    },
    remove: () => rmSync(place, { recursive: true, force: true }),
  };
  return list;
}

export type PublicList = Awaited<ReturnType<typeof createPublicList>>;

function filesIn(folder: string, below = ''): Map<string, string> {
  const files = new Map<string, string>();
  for (const name of readdirSync(join(folder, below))) {
    const path = below === '' ? name : `${below}/${name}`;
    if (path === 'draft') continue;
    if (statSync(join(folder, path)).isDirectory())
      for (const [key, text] of filesIn(folder, path)) files.set(key, text);
    else files.set(path, readFileSync(join(folder, path), 'utf8'));
  }
  return files;
}

/** A file of metadata with another content, signed by these private keys. */
export async function signedText(signed: object, secrets: readonly string[]): Promise<string> {
  const signatures = await Promise.all(secrets.map((secret) => signatureOf(signed, secret)));
  return JSON.stringify({ signed, signatures });
}
