import { rmSync } from 'node:fs';
import { join } from 'node:path';
import type { FileMeta, ListRole, Root } from '../../src/protocol/connector-list/metadata';
import { isSignedBy } from '../../src/protocol/connector-list/signatures';
import { sha256Of } from '../../src/protocol/tracker/signatures';
import { listKey, signatureOf } from './keys';
import {
  currentRoot,
  draftFile,
  draftPath,
  ListError,
  publishedFile,
  writeSigned,
  type SignedFile,
} from './list-folder';

const DAY = 86_400_000;
/**
 * Days for which the metadata of each role are valid. A machine signs `snapshot` and `timestamp` and renews
 * them every night.
 */
export const VALID_DAYS: Readonly<Record<ListRole, number>> = {
  root: 365,
  targets: 180,
  snapshot: 14,
  timestamp: 5,
};

export interface RootKeys {
  /** Public keys of the maintainers as PEM. Each maintainer has a key of their own. */
  readonly maintainers: readonly string[];
  /** Number of maintainers who must sign. */
  readonly threshold: number;
  /** Public key, as PEM, of the machine that states every night which list is the newest. */
  readonly online: string;
}

/** Drafts the first root of a list, or the next one with other keys. The maintainers sign it. */
export async function draftRoot(folder: string, keys: RootKeys, now: number): Promise<void> {
  const people = await Promise.all(keys.maintainers.map(listKey));
  const online = await listKey(keys.online);
  if (new Set(people.map(({ id }) => id)).size < Math.max(keys.threshold, 2))
    throw new ListError('A list needs at least two maintainers, and as many as have to sign it.');
  const ofPeople = { keyids: people.map(({ id }) => id), threshold: keys.threshold };
  const ofMachine = { keyids: [online.id], threshold: 1 };
  const version = (publishedFile(folder, 'root')?.signed.version ?? 0) + 1;
  const signed: Root = {
    _type: 'root',
    spec_version: '1.0.31',
    version,
    expires: dayAfter(now, VALID_DAYS.root),
    consistent_snapshot: true,
    keys: Object.fromEntries([...people, online].map(({ id, key }) => [id, key])),
    roles: { root: ofPeople, targets: ofPeople, snapshot: ofMachine, timestamp: ofMachine },
  };
  writeSigned(draftPath(folder, 'root'), { signed, signatures: [] });
}

/** Adds a maintainer's signature to the drafts that wait for it. Returns the roles of the signed drafts. */
export async function signDrafts(folder: string, secret: string): Promise<string[]> {
  const { id } = await listKey(secret);
  const signedFiles: string[] = [];
  for (const role of ['root', 'targets'] as const) {
    const draft = draftFile(folder, role);
    const maySign = draft !== undefined && rootsFor(folder, role).some((root) => mayKeySign(root, role, id));
    if (draft === undefined || !maySign) continue;
    // oxlint-disable-next-line no-await-in-loop
    const signature = await signatureOf(draft.signed, secret);
    const signatures = [...draft.signatures.filter(({ keyid }) => keyid !== id), signature];
    writeSigned(draftPath(folder, role), { signed: draft.signed, signatures });
    signedFiles.push(role);
  }
  if (signedFiles.length === 0) throw new ListError('Nothing waits for the signature of this key.');
  return signedFiles;
}

function mayKeySign({ roles }: Root, role: 'root' | 'targets', id: string): boolean {
  return roles[role].keyids.includes(id);
}

/**
 * The roots whose keys must sign a draft. A new root is signed with the keys of the previous root and its
 * own.
 */
function rootsFor(folder: string, role: 'root' | 'targets'): Root[] {
  const roots = [publishedFile(folder, 'root')?.signed, draftFile(folder, 'root')?.signed];
  const known = roots.filter((root) => root !== undefined);
  return role === 'root' ? known : known.slice(-1);
}

/**
 * Publishes the drafts that enough maintainers have signed. Then states with the machine's key which list is
 * the newest. Throws a `ListError` if a signature is missing.
 */
export async function releaseList(folder: string, secret: string, now: number): Promise<void> {
  await publishDraft(folder, 'root', rootsFor(folder, 'root'));
  const { signed: root } = currentRoot(folder);
  await publishDraft(folder, 'targets', [root]);
  const targets = publishedFile(folder, 'targets');
  if (targets === undefined) throw new ListError('The list has no targets that its maintainers have signed.');
  const snapshot = {
    _type: 'snapshot',
    spec_version: '1.0.31',
    version: nextVersion(folder, 'snapshot'),
    expires: dayAfter(now, VALID_DAYS.snapshot),
    meta: { 'targets.json': await metaOf(targets, textOf(targets)) },
  };
  const snapshotFile = { signed: snapshot, signatures: [await signatureOf(snapshot, secret)] };
  const text = writeSigned(join(folder, `${String(snapshot.version)}.snapshot.json`), snapshotFile);
  const timestamp = {
    _type: 'timestamp',
    spec_version: '1.0.31',
    version: nextVersion(folder, 'timestamp'),
    expires: dayAfter(now, VALID_DAYS.timestamp),
    meta: { 'snapshot.json': await metaOf(snapshotFile, text) },
  };
  const timestampFile = { signed: timestamp, signatures: [await signatureOf(timestamp, secret)] };
  if (!(await isSignedBy(root, 'timestamp', timestamp, timestampFile.signatures)))
    throw new ListError('This is not the key of the machine.');
  writeSigned(join(folder, 'timestamp.json'), timestampFile);
}

async function publishDraft(folder: string, role: 'root' | 'targets', roots: readonly Root[]): Promise<void> {
  const draft = draftFile(folder, role);
  if (draft === undefined) return;
  for (const root of roots) {
    // oxlint-disable-next-line no-await-in-loop
    if (await isSignedBy(root, role, draft.signed, draft.signatures)) continue;
    const { threshold } = root.roles[role];
    throw new ListError(`${role}: ${draft.signatures.length} of ${threshold} signatures that are needed`);
  }
  writeSigned(join(folder, `${draft.signed.version}.${role}.json`), draft);
  rmSync(draftPath(folder, role));
}

function nextVersion(folder: string, role: 'snapshot' | 'timestamp'): number {
  return (publishedFile(folder, role)?.signed.version ?? 0) + 1;
}

function textOf(file: SignedFile): string {
  return `${JSON.stringify(file, undefined, 1)}\n`;
}

async function metaOf(file: SignedFile<{ readonly version: number }>, text: string): Promise<FileMeta> {
  return {
    version: file.signed.version,
    length: Buffer.byteLength(text),
    hashes: { sha256: await sha256Of(text) },
  };
}

/** The time `days` after `now`, in whole seconds as TUF requires. */
export function dayAfter(now: number, days: number): string {
  return `${new Date(now + days * DAY).toISOString().slice(0, 19)}Z`;
}
