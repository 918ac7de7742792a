import type * as z from 'zod/mini';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import type { Release } from '../tracker/connector-catalogue';
import { sha256Of } from '../tracker/signatures';
import { canonicalJson, isSignedBy } from './signatures';
import { ListRefused } from './list-address';
import {
  largestFile,
  rootSchema,
  signaturesSchema,
  snapshotSchema,
  targetsSchema,
  timestampSchema,
  type FileMeta,
  type ListSignature,
  type ListRole,
  type Root,
  type Targets,
} from './metadata';

/** A file that was seen before. An earlier one is refused, and so is a different one with the same number. */
type SeenFile = Readonly<{
  version: number;
  /** SHA-256 of its signed part. */
  content: string;
}>;

/** What is trusted of a public list; kept for ever. */
export type TrustedList = Readonly<{
  /** SHA-256 of the signed part of its first root: the same at every address that serves the list. */
  id: string;
  /** The text of the latest root. */
  root: string;
  timestamp?: SeenFile;
  snapshot?: SeenFile;
  targets?: SeenFile;
  /** When the first of its files expires, in milliseconds since 1970. */
  expiresAt?: number;
}>;

/** One version of a connector in a public list. */
export interface ListedRelease extends Release {
  /** Size of its file in bytes. */
  readonly length: number;
  readonly reading: string;
  readonly replaces?: string[] | undefined;
}

interface ConnectorList extends Pick<Targets, 'name' | 'issues' | 'retired'> {
  readonly connectors: ListedRelease[];
}

export type Followed = Readonly<{
  /** `undefined`: not even its first root could be verified. */
  trusted: TrustedList | undefined;
  /** Absent: nothing has changed, or the new state is refused. */
  list?: ConnectorList;
  refused?: ListRefused;
}>;

/** The text of a file below the address of the list; `undefined` if there is none. Throws a ListRefused. */
export type AskFile = (name: string, most: number) => Promise<string | undefined>;

type Following = Readonly<{
  ask: AskFile;
  /** What was trusted of the list before. */
  known?: TrustedList | undefined;
  /** The list's id, if somebody has stated it. Otherwise the first root that is seen is trusted. */
  id?: string | undefined;
  /** Milliseconds since 1970. */
  now: number;
}>;

/** Limit of key rotations that are followed in one go. */
const MOST_ROTATIONS = 32;

/**
 * Follows a public list to its newest state, in the order of TUF (5.3 to 5.6): first the roots one after the
 * other, each signed by the previous keys and its own, then timestamp, snapshot and targets.
 */
export async function followList({ ask, known, id, now }: Following): Promise<Followed> {
  let trusted = known;
  try {
    trusted ??= await firstRoot(ask, id);
    trusted = await followRoots(ask, trusted);
    const root = readRoot(trusted.root).data;
    requireFresh('root.json', root.expires, now);
    return await followFiles({ ask, now, root, trusted });
  } catch (error) {
    if (!(error instanceof ListRefused)) throw error;
    return { trusted, refused: error };
  }
}

async function firstRoot(ask: AskFile, id: string | undefined): Promise<TrustedList> {
  const text = await needed(ask, '1.root.json', largestFile.root);
  const { data, signed, signatures } = readRoot(text);
  const content = await sha256Of(canonicalJson(signed));
  if (id !== undefined && id !== content) throw new ListRefused('other_key', '1.root.json');
  if (data.version !== 1) throw new ListRefused('damaged', '1.root.json');
  if (!(await isSignedBy(data, 'root', signed, signatures)))
    throw new ListRefused('signature', '1.root.json');
  return { id: content, root: text };
}

async function followRoots(ask: AskFile, known: TrustedList): Promise<TrustedList> {
  let trusted = known;
  let root = readRoot(trusted.root).data;
  for (let count = 0; count < MOST_ROTATIONS; count += 1) {
    const name = `${String(root.version + 1)}.root.json`;
    // Each root is signed by the keys of the one before it.
    // oxlint-disable-next-line no-await-in-loop
    const text = await ask(name, largestFile.root);
    if (text === undefined) break;
    // oxlint-disable-next-line no-await-in-loop
    const next = await nextRoot(root, text, name);
    trusted = { ...(isRotated(root, next) ? { id: trusted.id } : trusted), root: text };
    root = next;
  }
  return trusted;
}

async function nextRoot(root: Root, text: string, name: string): Promise<Root> {
  const { data, signed, signatures } = readRoot(text, name);
  if (data.version !== root.version + 1) throw new ListRefused('older', name);
  if (!(await isSignedBy(root, 'root', signed, signatures))) throw new ListRefused('other_key', name);
  if (!(await isSignedBy(data, 'root', signed, signatures))) throw new ListRefused('signature', name);
  return data;
}

/**
 * A thief of the keys that sign every day can have set the numbers so high that no honest file follows. With
 * new keys the numbers begin again (5.3.11).
 */
function isRotated({ roles: before }: Root, { roles: after }: Root): boolean {
  const keys = ({ timestamp, snapshot }: Root['roles']) => [timestamp.keyids, snapshot.keyids].join(' ');
  return keys(before) !== keys(after);
}

type Files = Readonly<{
  ask: AskFile;
  now: number;
  root: Root;
  trusted: TrustedList;
}>;

async function followFiles(files: Files): Promise<Followed> {
  const { root, trusted } = files;
  const text = await needed(files.ask, 'timestamp.json', largestFile.timestamp);
  const timestamp = await readSigned(files, 'timestamp', 'timestamp.json', text);
  const snapshot = await readStated(files, 'snapshot', timestamp.data.meta['snapshot.json']);
  const targets = await readStated(files, 'targets', snapshot.data.meta['targets.json']);
  const ends = [root, timestamp.data, snapshot.data, targets.data].map(({ expires }) => Date.parse(expires));
  return {
    trusted: {
      ...trusted,
      timestamp: seen(timestamp),
      snapshot: seen(snapshot),
      targets: seen(targets),
      expiresAt: Math.min(...ends),
    },
    list: toList(targets.data),
  };
}

const SCHEMAS = { timestamp: timestampSchema, snapshot: snapshotSchema, targets: targetsSchema };
type Schemas = typeof SCHEMAS;

interface Signed<T> extends SeenFile {
  readonly data: T;
}

type DatedRole = Exclude<ListRole, 'root'>;

/** A file whose version, length and hash another file states. */
async function readStated<R extends DatedRole>(files: Files, role: R, meta: FileMeta) {
  const name = `${String(meta.version)}.${role}.json`;
  if (meta.version < (files.trusted[role]?.version ?? 0)) throw new ListRefused('older', name);
  const text = await needed(files.ask, name, Math.min(largestFile[role], meta.length));
  if ((await sha256Of(text)) !== meta.hashes.sha256) throw new ListRefused('damaged', name);
  const file = await readSigned(files, role, name, text);
  if (file.version !== meta.version) throw new ListRefused('damaged', name);
  return file;
}

async function readSigned<R extends DatedRole>(
  { root, trusted, now }: Files,
  role: R,
  name: string,
  text: string,
): Promise<Signed<z.infer<Schemas[R]>>> {
  const { signed, signatures } = readEnvelope(text, name);
  if (!(await isSignedBy(root, role, signed, signatures))) throw new ListRefused('signature', name);
  const parsed = SCHEMAS[role].safeParse(signed);
  if (!parsed.success) throw new ListRefused('damaged', name);
  const { version, expires } = parsed.data;
  const content = await sha256Of(canonicalJson(signed));
  const before = trusted[role];
  if (version < (before?.version ?? 0)) throw new ListRefused('older', name);
  if (version === before?.version && content !== before.content) throw new ListRefused('forked', name);
  requireFresh(name, expires, now);
  return { data: parsed.data as z.infer<Schemas[R]>, version, content };
}

function readRoot(text: string, name = '1.root.json') {
  const envelope = readEnvelope(text, name);
  const parsed = rootSchema.safeParse(envelope.signed);
  if (!parsed.success) throw new ListRefused('damaged', name);
  return { ...envelope, data: parsed.data };
}

function readEnvelope(text: string, name: string): { signed: unknown; signatures: ListSignature[] } {
  const file = parseJson(text);
  const signatures = signaturesSchema.safeParse(isRecord(file) ? file['signatures'] : undefined);
  if (!isRecord(file) || !signatures.success) throw new ListRefused('damaged', name);
  return { signed: file['signed'], signatures: signatures.data };
}

async function needed(ask: AskFile, name: string, most: number): Promise<string> {
  const text = await ask(name, most);
  if (text === undefined) throw new ListRefused('unreachable', name);
  return text;
}

function requireFresh(name: string, expires: string, now: number): void {
  if (Date.parse(expires) <= now) throw new ListRefused('expired', name);
}

function seen({ version, content }: SeenFile): SeenFile {
  return { version, content };
}

function toList({ name, issues, retired, targets }: Targets): ConnectorList {
  const connectors = Object.entries(targets).map(([file, { length, hashes, custom }]) => ({
    id: file.replace(/\.json$/, ''),
    sha256: hashes.sha256,
    length,
    ...custom,
  }));
  return { name, issues, connectors: connectors.filter(({ id }) => !retired.includes(id)), retired };
}
