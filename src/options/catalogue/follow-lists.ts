import { defined } from '../../core/values/defined';
import { parseJson } from '../../core/values/parse-json';
import { followList, type Followed } from '../../protocol/connector-list/follow-list';
import {
  readListAddress,
  type ListAddress,
  ListRefused,
  type ListRefusal,
} from '../../protocol/connector-list/list-address';
import { largestFile } from '../../protocol/connector-list/metadata';
import { mirroredListsSchema } from '../../protocol/tracker/connector-catalogue';
import { unwrapData } from '../../protocol/tracker/read-fields';
import { askTracker } from './ask-tracker';
import { type CatalogueState, type ListState, Refused } from './catalogue-state';

type ListWorld = Readonly<{
  fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  /** The list that the extension was built with: `https://list.example#<id>`; empty: none. */
  builtInList: string;
}>;

/**
 * Updates every public list: those of the person, that of the package, and those that the tracker mirrors.
 * Each list is read from the first of its addresses with a trustworthy state. `tracker`: the base address if
 * the person is signed in.
 */
export async function followLists(
  world: ListWorld,
  { lists }: Pick<CatalogueState, 'lists'>,
  tracker: string | undefined,
): Promise<ListState[]> {
  const named = withNamed(lists, world.builtInList, await mirroredBy(world, tracker));
  return Promise.all(named.map((list) => followOne(world, list)));
}

type Mirrored = Readonly<{
  id: string;
  address: string;
}>;

/** The lists that a tracker mirrors; `undefined`: the request failed, so the known mirrors stay. */
async function mirroredBy(
  { fetch }: ListWorld,
  tracker: string | undefined,
): Promise<Mirrored[] | undefined> {
  if (tracker === undefined) return undefined;
  const base = `${tracker}/connectors/lists`;
  const answer = await askTracker(fetch, base, { most: largestFile.snapshot }).catch((error: unknown) => {
    if (error instanceof Refused) return undefined;
    throw error;
  });
  const read = mirroredListsSchema.safeParse(unwrapData(parseJson(answer?.text ?? '')));
  return read.success ? read.data.items.map(({ id }) => ({ id, address: `${base}/${id}` })) : undefined;
}

/** All lists that are known, packaged or mirrored, each with its current addresses. */
function withNamed(known: ListState[], builtIn: string, mirrored: Mirrored[] | undefined): ListState[] {
  const packaged = readListAddress(builtIn);
  const ofPackage = packaged?.id === undefined ? [] : [{ id: packaged.id, address: packaged.base }];
  const mirrors = mirrored ?? known.flatMap(({ id, mirror }) => (mirror ? [{ id, address: mirror }] : []));
  const ids = [...known, ...ofPackage, ...mirrors].map(({ id }) => id);
  return [...new Set(ids)].map((id) => {
    const before = known.find((list) => list.id === id) ?? newList(id);
    const packagedAt = ofPackage.find((one) => one.id === id)?.address;
    const mirror = mirrors.find((one) => one.id === id)?.address;
    const addresses = [before.own ?? packagedAt, mirror].filter((address) => address !== undefined);
    const { mirror: _, ...rest } = before;
    return { ...rest, from: namedBy(before.own, packagedAt), addresses, ...defined({ mirror }) };
  });
}

function namedBy(own: string | undefined, packaged: string | undefined): ListState['from'] {
  if (own !== undefined) return 'person';
  return packaged === undefined ? 'tracker' : 'package';
}

function newList(id: string): ListState {
  return { id, from: 'tracker', addresses: [], name: '', trusted: undefined, checkedAt: 0, listed: [] };
}

/** Reads a list that the person has named. Throws a `Refused` if it is not trustworthy. */
export async function newOwnList(world: ListWorld, address: ListAddress): Promise<ListState> {
  const followed = await follow(world, address.base, undefined, address.id);
  const { trusted, refused } = followed;
  if (refused !== undefined || trusted === undefined)
    throw new Refused(refused?.why ?? 'unreachable', defined({ detail: refused?.detail }));
  const start = { ...newList(trusted.id), from: 'person' as const, own: address.base };
  return { ...withFollowed(start, followed, world.now()), addresses: [address.base] };
}

/** Updates one list. A list that nobody names any more stays as it is. */
async function followOne(world: ListWorld, list: ListState): Promise<ListState> {
  if (list.addresses.length === 0) return list;
  let state = list;
  let first: ListRefused | undefined;
  for (const address of list.addresses) {
    // A mirror is asked only if the list's own address fails. oxlint-disable-next-line no-await-in-loop
    const followed = await follow(world, address, state.trusted, list.id);
    state = withFollowed(state, followed, world.now());
    if (followed.refused === undefined) return state;
    first ??= followed.refused;
  }
  return { ...state, ...defined({ refused: first?.why, detail: first?.detail }) };
}

/** The list after an update. If the new state was refused, the previous connectors stay. */
function withFollowed(
  list: ListState,
  { trusted, list: content, refused }: Followed,
  now: number,
): ListState {
  const { refused: _why, detail: _detail, ...rest } = list;
  const why = defined({ refused: refused?.why, detail: refused?.detail });
  const state = { ...rest, checkedAt: now, trusted: trusted ?? list.trusted, ...why };
  if (content === undefined) return state;
  const { name, issues, connectors } = content;
  return { ...state, name, issues, listed: connectors };
}

function follow(
  { fetch, now }: ListWorld,
  base: string,
  known: ListState['trusted'],
  id: string | undefined,
): Promise<Followed> {
  const ask = async (name: string, most: number) => {
    try {
      return (await askTracker(fetch, `${base}/${name}`, { most })).text;
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      // `followList` requests numbered root files until one is missing, so a missing file is no failure.
      if (error.why === 'unreachable' && error.facts.detail === 'missing') return undefined;
      throw new ListRefused(error.why as ListRefusal, name);
    }
  };
  return followList({ ask, known, id, now: now() });
}
