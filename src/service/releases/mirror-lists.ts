import { defined } from '../../core/values/defined';
import {
  followList,
  type AskFile,
  type Followed,
  type TrustedList,
} from '../../protocol/connector-list/follow-list';
import { readListAddress, targetPath, ListRefused } from '../../protocol/connector-list/list-address';
import { largestRelease } from '../../protocol/tracker/connector-catalogue';
import { sha256Of } from '../../protocol/tracker/signatures';
import type { ServiceLog } from '../http/log';
import type { MirroredList } from '../store/public-lists';
import type { Store } from '../store/store';

type Mirroring = Readonly<{
  store: Pick<Store, 'publicLists'>;
  /** Addresses of public lists, each with or without `#` and the id that it must have. */
  lists: string[];
  fetch: typeof fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  log: ServiceLog;
}>;

const HOUR_MS = 3_600_000;
const TIMEOUT_MS = 30_000;

/** Mirrors lists now and every hour, until it is stopped. */
export function startMirror(mirroring: Mirroring): Readonly<{ stop: () => Promise<void> }> {
  let running: Promise<void> | undefined;
  const look = () => {
    running ??= mirrorLists(mirroring)
      .catch((error: unknown) => mirroring.log({ level: 'error', event: 'fault', error }))
      .finally(() => (running = undefined));
  };
  look();
  const timer = setInterval(look, HOUR_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

/**
 * Takes over the newest state of each list, with the checks of an installation. A refused state changes only
 * the reason that is shown; the previous state is still served.
 */
export async function mirrorLists(mirroring: Mirroring): Promise<void> {
  const { store, lists } = mirroring;
  const addresses = lists.flatMap((text) => readListAddress(text) ?? []);
  await store.publicLists.keepOnly(addresses.map(({ base }) => base));
  const known = await store.publicLists.all();
  for (const { base, id } of addresses) {
    const before = known.find(({ address }) => address === base);
    // Sequential: nothing waits for the result. oxlint-disable-next-line no-await-in-loop
    await mirrorOne(mirroring, base, before, id);
  }
}

async function mirrorOne(
  { store, fetch, now, log }: Mirroring,
  address: string,
  before: MirroredList | undefined,
  id: string | undefined,
): Promise<void> {
  const texts = new Map<string, string>();
  const ask: AskFile = async (name, most) => {
    const text = await askFile(fetch, `${address}/${name}`, most);
    if (text !== undefined) texts.set(name, text);
    return text;
  };
  const followed = await followList({ ask, known: before?.trusted, id, now: now() });
  const { trusted, list } = followed;
  if (trusted === undefined) {
    // Without a stored list, no page can show the refusal.
    log({ level: 'error', event: 'list-refused', error: followed.refused });
    return;
  }
  const known = withoutRefusal(before, address, trusted);
  const files = await targetFiles(store, ask, trusted.id, followed).catch(refusalOf);
  if (list === undefined || files === undefined || files instanceof ListRefused) {
    const error = files instanceof ListRefused ? files : followed.refused;
    if (isNew(error, before)) log({ level: 'error', event: 'list-refused', error });
    await store.publicLists.save({ ...known, checkedAt: now(), refused: error?.why });
    return;
  }
  const { name, issues, connectors } = list;
  const roots = [...(await store.publicLists.names(trusted.id))].filter((file) =>
    file.endsWith('.root.json'),
  );
  await store.publicLists.save(
    { ...known, name, issues, trusted, checkedAt: now(), connectors: connectors.map((one) => one.id) },
    { added: texts, kept: new Set([...files, ...texts.keys(), ...roots]) },
  );
}

/** A refusal is logged once per cause, not every hour. */
function isNew(error: ListRefused | undefined, before: MirroredList | undefined): boolean {
  return error !== undefined && error.why !== before?.refused;
}

function refusalOf(error: unknown): ListRefused {
  if (error instanceof ListRefused) return error;
  throw error;
}

/** The known list without the reason of its last refusal. */
function withoutRefusal(
  before: MirroredList | undefined,
  address: string,
  trusted: TrustedList,
): MirroredList {
  const start = { name: address.slice(0, 60), connectors: [], trusted, checkedAt: 0, ...before };
  const { refused: _, ...known } = start;
  return { ...known, address, id: trusted.id };
}

/**
 * The names of the files that this state needs beside its metadata and that are stored already; the others
 * are requested. `undefined`: the state is refused. Throws a ListRefused if a file is unavailable.
 */
async function targetFiles(
  store: Mirroring['store'],
  ask: AskFile,
  id: string,
  { list, refused }: Followed,
): Promise<ReadonlySet<string> | undefined> {
  if (list === undefined || refused !== undefined) return undefined;
  const stored = await store.publicLists.names(id);
  const kept = new Set<string>();
  for (const release of list.connectors) {
    const name = targetPath(release);
    if (stored.has(name)) {
      kept.add(name);
      continue;
    }
    // oxlint-disable-next-line no-await-in-loop
    const text = await ask(name, Math.min(release.length, largestRelease));
    if (text === undefined) throw new ListRefused('unreachable', name);
    // oxlint-disable-next-line no-await-in-loop
    if ((await sha256Of(text)) !== release.sha256) throw new ListRefused('damaged', name);
  }
  return kept;
}

async function askFile(ask: typeof fetch, url: string, most: number): Promise<string | undefined> {
  try {
    const response = await ask(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if ([403, 404, 410].includes(response.status)) return undefined;
    if (!response.ok) throw new ListRefused('unreachable', url);
    return await readText(response, most, url);
  } catch (error) {
    throw error instanceof ListRefused ? error : new ListRefused('unreachable', url);
  }
}

/** Reads at most as much as a file may have. */
async function readText({ body }: Response, most: number, url: string): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of (body ?? []) as AsyncIterable<Uint8Array>) {
    size += chunk.byteLength;
    if (size > most) throw new ListRefused('too_large', url);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString('utf8');
}

/** The first address that is not one of a list. `undefined`: all are. */
export function wrongListAddress(lists: string[]): string | undefined {
  return lists.find((one) => readListAddress(one) === undefined);
}

/** The lists in the form in which clients ask for them. */
export function mirroredItems(lists: MirroredList[]) {
  return lists
    .filter(({ trusted }) => trusted.targets !== undefined)
    .map(({ id, name, checkedAt, refused }) => ({
      id,
      name,
      checkedAt: new Date(checkedAt).toISOString(),
      ...defined({ refused }),
    }));
}
