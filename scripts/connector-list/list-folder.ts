import { existsSync, mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import {
  rootSchema,
  signaturesSchema,
  snapshotSchema,
  targetsSchema,
  timestampSchema,
  type ListSignature,
  type ListRole,
  type Root,
} from '../../src/protocol/connector-list/metadata';

/** Thrown if a command cannot be carried out; the message says why. */
export class ListError extends Error {
  override readonly name = 'ListError';
}

/** A file of metadata with its signatures, as it is served. */
export interface SignedFile<T = unknown> {
  readonly signed: T;
  readonly signatures: readonly ListSignature[];
}

const SCHEMAS = {
  root: rootSchema,
  timestamp: timestampSchema,
  snapshot: snapshotSchema,
  targets: targetsSchema,
};

/** The published file of a role; `undefined`: there is none yet. */
export function publishedFile<R extends ListRole>(folder: string, role: R) {
  if (role === 'timestamp') return readSigned(join(folder, 'timestamp.json'), role);
  const numbers = filesIn(folder).flatMap((name) => {
    const [, number, kind] = /^(\d+)\.([a-z]+)\.json$/.exec(name) ?? [];
    return kind === role ? [Number(number)] : [];
  });
  const latest = Math.max(0, ...numbers);
  return latest === 0 ? undefined : readSigned(join(folder, `${latest}.${role}.json`), role);
}

/** The draft of a role, which waits for signatures. */
export function draftFile<R extends 'root' | 'targets'>(folder: string, role: R) {
  return readSigned(draftPath(folder, role), role);
}

export function draftPath(folder: string, role: 'root' | 'targets'): string {
  return join(folder, 'draft', `${role}.json`);
}

/** The published root. Throws a `ListError` if the list has none yet. */
export function currentRoot(folder: string): SignedFile<Root> {
  const root = publishedFile(folder, 'root');
  if (root === undefined) throw new ListError(`${folder} has no root that its maintainers have signed.`);
  return root;
}

export function writeSigned(path: string, file: SignedFile): string {
  const text = `${JSON.stringify(file, undefined, 1)}\n`;
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  return text;
}

function readSigned<R extends ListRole>(path: string, role: R) {
  if (!existsSync(path)) return undefined;
  const file = JSON.parse(readFileSync(path, 'utf8')) as SignedFile;
  const schema = SCHEMAS[role];
  return {
    // Unknown fields are dropped, so that nothing unread is signed.
    signed: schema.parse(file.signed) as ReturnType<(typeof SCHEMAS)[R]['parse']>,
    signatures: signaturesSchema.parse(file.signatures),
  };
}

function filesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}
