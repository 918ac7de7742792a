import * as z from 'zod/mini';
import { host } from '../definition/definition';

/*
 * The connectors that a tracker publishes. Ours. `GET /connectors/catalogue` returns a signed list, `GET
 * /connectors/catalogue/{sha256}` the file of one connector. Neither needs a sign-in: the contents are the
 * same for everybody.
 */

export const sha256 = z.string().check(z.regex(/^[0-9a-f]{64}$/));
export const connectorId = z.string().check(z.regex(/^[a-z][a-z0-9-]{1,39}$/));
const time = z.string().check(z.refine((text) => !Number.isNaN(Date.parse(text))));

/** What a list states about one version of a connector. */
export const releaseFields = {
  /** Version number of this connector, from 1. */
  version: z.int().check(z.minimum(1)),
  hosts: z.array(host).check(z.maxLength(40)),
  /** Percent of the installations that take it. */
  share: z.int().check(z.minimum(1), z.maximum(100)),
  /** How much evidence supports it, by the rules of `protocol/grade`; absent: none. */
  grade: z.optional(z.enum(['bronze', 'silver', 'gold'])),
};

/** One version of a connector in the list of a tracker. */
const releaseSchema = z.object({
  id: connectorId,
  /** Of the bytes of its file. */
  sha256,
  ...releaseFields,
});
export type Release = z.infer<typeof releaseSchema>;

/** The signed part. Times are ISO 8601. */
export const releaseListSchema = z.object({
  /** Increases with each list; an older one is refused. */
  sequence: z.int().check(z.minimum(1)),
  issuedAt: time,
  expiresAt: time,
  connectors: z.array(releaseSchema).check(z.maxLength(2_000)),
  /** Withdrawn connectors, whose packaged version is used again. */
  retired: z.array(connectorId).check(z.maxLength(2_000)),
});
export type ReleaseList = z.infer<typeof releaseListSchema>;

/** `data` of `GET /connectors/catalogue`: the list as text, because exactly these bytes are signed. */
export const signedListSchema = z.object({
  /** JSON of `releaseListSchema`. */
  list: z.string(),
  /** ECDSA with P-256 and SHA-256 over the UTF-8 bytes of `list`: r and s, base64. */
  signature: z.string().check(z.maxLength(100)),
  /** The public key: SubjectPublicKeyInfo, base64. */
  key: z.string().check(z.maxLength(200)),
});
export type SignedList = z.infer<typeof signedListSchema>;

/**
 * `data` of `GET /connectors/lists`: the public lists that a tracker mirrors. Below `/{id}` it serves the
 * files of each, byte for byte.
 */
export const mirroredListsSchema = z.object({
  items: z
    .array(
      z.object({
        /** SHA-256 of the signed part of its first root. */
        id: sha256,
        name: z.string().check(z.maxLength(60)),
        /** When the list was last requested, ISO 8601. */
        checkedAt: z.optional(time),
        /** Why its latest state was refused. */
        refused: z.optional(z.string().check(z.maxLength(20))),
      }),
    )
    .check(z.maxLength(20)),
});

/**
 * A person's report that a connector reads worse than before, or not at all: `POST /connectors/reports`. It
 * contains nothing else.
 */
export const connectorReportSchema = z.strictObject({
  site: connectorId,
  /** Name of the field that it reads worse; `page`: it has no page for what plays. */
  field: z.string().check(z.regex(/^[a-zA-Z]{1,20}$/)),
  /** The index of the source that gave the field; null: none. */
  rung: z.nullable(z.int().check(z.minimum(0), z.maximum(99))),
  /** For `page`: the shape of the path, without anything that names a title, such as `/player/*`. */
  shape: z.optional(z.string().check(z.maxLength(120), z.regex(/^(?:\/(?:\*|[a-z-]{1,20}))+$/))),
});
export type ConnectorReport = z.infer<typeof connectorReportSchema>;

/** Largest list in characters. A list of 2,000 connectors has some 500,000. */
export const largestList = 1_000_000;
/** Largest file of one connector in characters: its definition and its cases. */
export const largestRelease = 400_000;
