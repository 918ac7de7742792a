import { defined } from '../../core/values/defined';
import type { Release, ReleaseList } from '../../protocol/tracker/connector-catalogue';
import { createKeyPair, signText } from '../../protocol/tracker/signatures';
import type { ReleaseStore, StoredList } from '../store/releases';
import { gradeOf } from './grade-release';
import { packagedDefinition } from './packaged-definition';

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

/** What is listed, each with the grade that it has on this day. */
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
