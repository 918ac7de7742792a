import { defined } from '../../core/values/defined';
import type { Release, ReleaseList } from '../../protocol/tracker/connector-catalogue';
import { createKeyPair, signText, sha256Of } from '../../protocol/tracker/signatures';
import type { ReleaseStore, StoredList } from '../store/releases';
import * as z from 'zod/mini';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import { parseDefinition } from '../../protocol/definition/parse-definition';
import { type ConnectorEvidence, keptEvidence } from '../../protocol/grade/evidence';
import { gradeSite } from '../../protocol/grade/grade-site';
import { submittedCasesSchema, type SubmittedCase } from '../../protocol/tracker/connector-submission';
import { readFile } from 'node:fs/promises';
import { platformOf, withPlatform } from '../../protocol/definition/with-platform';
import type { Definition } from '../../protocol/definition/definition';

type Signing = Readonly<{
  releases: ReleaseStore;
  /** Milliseconds since 1970. */
  now: () => number;
}>;

type KeyPair = Readonly<{
  secret: string;
  key: string;
}>;

const DAY = 86_400_000;

/** How long installations believe a list. */
const VALID_MS = 14 * DAY;

/** A list of this age is signed again, so that none expires while the service runs. */
const RENEWED_MS = 7 * DAY;

const ATTEMPTS = 5;

/** Signs a list of what is published now, with the next sequence number. The first one creates the key. */
export async function signList({ releases, now }: Signing): Promise<StoredList> {
  const { secret, key } = await keyPair(releases);
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    const sequence = ((await releases.list())?.sequence ?? 0) + 1;
    const issuedAt = now();
    const content: ReleaseList = {
      sequence,
      issuedAt: new Date(issuedAt).toISOString(),
      expiresAt: new Date(issuedAt + VALID_MS).toISOString(),
      connectors: await gradedReleases(releases, issuedAt),
      retired: await releases.retired(),
    };
    const list = JSON.stringify(content);
    const signed = { sequence, issuedAt, list, key, signature: await signText(secret, list) };
    if (await releases.saveList(signed)) return signed;
  }
  throw new Error('other processes sign lists all the time');
}

/** The listed releases, each with its grade on this day. */
async function gradedReleases(releases: ReleaseStore, now: number): Promise<Release[]> {
  const graded: Release[] = [];
  for (const release of await releases.listed()) {
    const file = await releases.file(release.sha256);
    const grade = gradeOf(file, await packagedDefinition(release.id), now);
    graded.push({ ...release, ...defined({ grade }) });
  }
  return graded;
}

/** The latest list; signed again when it is old. */
export async function currentList(signing: Signing): Promise<StoredList> {
  const list = await signing.releases.list();
  const isFresh = list !== undefined && signing.now() - list.issuedAt < RENEWED_MS;
  return isFresh ? list : signList(signing);
}

/** Replaces the key. Every installation asks its person before it believes the new one. */
export async function rotateKey(signing: Signing): Promise<StoredList> {
  await signing.releases.saveKey(JSON.stringify(await createKeyPair()), true);
  return signList(signing);
}

async function keyPair(releases: ReleaseStore): Promise<KeyPair> {
  const known = await releases.key();
  if (known !== undefined) return JSON.parse(known) as KeyPair;
  await releases.saveKey(JSON.stringify(await createKeyPair()));
  return keyPair(releases);
}

const evidenceSchema = z.object({
  source: z.url({ protocol: /^https$/ }),
  kind: z.string().check(z.maxLength(20)),
  date: z.string().check(z.regex(/^\d{4}(-\d\d(-\d\d)?)?$/)),
  fields: z.array(z.string().check(z.maxLength(40))).check(z.maxLength(20)),
  says: z.optional(z.array(z.string().check(z.maxLength(120))).check(z.maxLength(12))),
});

/** The entries of the evidence in a definition that have the right form; a reviewer sees them. */
export function evidenceIn(definition: unknown): ConnectorEvidence[] {
  const stated: unknown = isRecord(definition) ? definition['evidence'] : undefined;
  return (Array.isArray(stated) ? stated : []).flatMap((one) => evidenceSchema.safeParse(one).data ?? []);
}

/**
 * The grade of a published file on a day, by the rules alone; `undefined`: none. The author's statements give
 * no grade, since the service cannot read their sources. A connector that repairs a packaged one keeps that
 * one's evidence as far as it still holds.
 */
export function gradeOf(file: string | undefined, packaged: unknown, now: number): Release['grade'] {
  const content = file === undefined ? undefined : parseJson(file);
  if (!isRecord(content)) return undefined;
  const parsed = parseDefinition(content['definition']);
  const cases = submittedCasesSchema.safeParse(content['cases']);
  const before = parseDefinition(packaged);
  if (!parsed.ok || !cases.success || !before.ok) return undefined;
  const known = { ...before.definition, evidence: evidenceIn(packaged) };
  const definition = { ...parsed.definition, evidence: keptEvidence(known, parsed.definition) };
  const { grade } = gradeSite({
    definition,
    cases: cases.data.map((one) => one.case),
    today: new Date(now),
  });
  return grade === 'none' ? undefined : grade;
}

/** A bundle has all in one folder beside it; the repository has them with the extension. */
const PLACES = [
  (id: string) => `assets/connectors/${id}.json`,
  (id: string) => `../../connectors/${id}/definition.json`,
];

/** The packaged connector with this id; `undefined`: there is none. */
export async function packagedDefinition(id: unknown): Promise<unknown> {
  if (typeof id !== 'string' || !/^[a-z0-9-]{1,60}$/.test(id)) return undefined;
  for (const place of PLACES) {
    // The first place that has it counts.
    // oxlint-disable-next-line no-await-in-loop
    const file = await readJsonFile(place(id));
    if (file === undefined) continue;
    const platform = platformOf(file);
    return platform === undefined
      ? file
      : withPlatform(file, await readJsonFile(`../../connectors/${platform}.json`));
  }
  return undefined;
}

async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(new URL(path, import.meta.url), 'utf8').catch(() => undefined);
  return text === undefined ? undefined : parseJson(text);
}

type Publication = Readonly<{
  definition: Definition;
  cases: SubmittedCase[];
  /** Percent of the installations that take it. */
  share: number;
  submission?: string;
}>;

/** Publishes a connector with its cases in the next signed list. Returns its version. */
export async function publish(
  releases: ReleaseStore,
  { definition, cases, share, submission }: Publication,
): Promise<number> {
  const body = JSON.stringify({ definition, cases });
  const { id, hosts } = definition;
  return releases.publish({ id, hosts, body, sha256: await sha256Of(body), share, submission });
}
