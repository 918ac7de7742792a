import * as z from 'zod/mini';
import { connectorId, releaseFields, sha256 } from '../tracker/connector-catalogue';

/*
 * The files of a public list of connectors: a TUF repository (The Update Framework, 1.0) with the four roles
 * root, timestamp, snapshot and targets, consistent snapshots, and ECDSA keys. Our own fields are `name`,
 * `issues` and `retired` of the targets, which TUF allows.
 */

const version = z.int().check(z.minimum(1));
const time = z.string().check(z.regex(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/));

function signedFields<const T extends string>(type: T) {
  return { _type: z.literal(type), spec_version: z.string().check(z.regex(/^1\./)), version, expires: time };
}

const roleSchema = z.object({
  keyids: z.array(sha256).check(z.minLength(1), z.maxLength(20)),
  threshold: z.int().check(z.minimum(1), z.maximum(20)),
});

/** A signature by a key of another type does not count. */
const keySchema = z.object({
  keytype: z.string(),
  scheme: z.string(),
  /** PEM of the SubjectPublicKeyInfo. */
  keyval: z.object({ public: z.string().check(z.maxLength(1_000)) }),
});
export type ListKey = z.infer<typeof keySchema>;

export const rootSchema = z.object({
  ...signedFields('root'),
  consistent_snapshot: z.literal(true),
  keys: z.record(sha256, keySchema),
  roles: z.object({ root: roleSchema, timestamp: roleSchema, snapshot: roleSchema, targets: roleSchema }),
});
export type Root = z.infer<typeof rootSchema>;
export type ListRole = keyof Root['roles'];

/** What one file states about another; `hashes` are of its bytes. */
const fileSchema = z.object({ version, length: z.int(), hashes: z.object({ sha256 }) });
export type FileMeta = z.infer<typeof fileSchema>;

export const timestampSchema = z.object({
  ...signedFields('timestamp'),
  meta: z.object({ 'snapshot.json': fileSchema }),
});

export const snapshotSchema = z.object({
  ...signedFields('snapshot'),
  meta: z.object({ 'targets.json': fileSchema }),
});

/** `custom` of a target: one version of a connector. */
const customSchema = z.object({
  ...releaseFields,
  /** `readingHash` of its definition. */
  reading: sha256,
  /**
   * The reading hashes of older packaged definitions. Any other packaged definition is newer, or made by
   * others, and stays. Absent: it replaces whatever is packaged.
   */
  replaces: z.optional(z.array(sha256).check(z.maxLength(100))),
});

export const targetsSchema = z.object({
  ...signedFields('targets'),
  targets: z.record(
    z.string().check(z.regex(/^[a-z][a-z0-9-]{1,39}\.json$/)),
    z.object({ length: z.int(), hashes: z.object({ sha256 }), custom: customSchema }),
  ),
  name: z.string().check(z.minLength(1), z.maxLength(60)),
  /**
   * Where to report a connector that no longer reads its site: an https address that takes `title` and
   * `body`.
   */
  issues: z.optional(z.string().check(z.maxLength(300), z.regex(/^https:\/\/[^\s"<>]+$/))),
  /** Withdrawn connectors, whose packaged version is used again. */
  retired: z.array(connectorId).check(z.maxLength(2_000)),
});

export type Targets = z.infer<typeof targetsSchema>;

export const signaturesSchema = z
  .array(z.object({ keyid: sha256, sig: z.string().check(z.regex(/^[0-9a-f]{16,160}$/)) }))
  .check(z.maxLength(40));
export type ListSignature = z.infer<typeof signaturesSchema>[number];

/** Largest size of each file in characters. */
export const largestFile: Readonly<Record<ListRole, number>> = {
  root: 60_000,
  timestamp: 10_000,
  snapshot: 10_000,
  targets: 1_000_000,
};
