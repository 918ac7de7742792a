import { proofOf, type CheckedDefinition } from '../../protocol/definition/checked-definition';
import { defined } from '../../core/values/defined';
import type { ValueArea } from '../../platform/storage/own-area';
import { releaseStore, trackerConnectorsStore, type TrackerConnector } from '../../platform/storage/stores';
import { targetPath } from '../../protocol/connector-list/list-address';
import { readingHash } from '../../protocol/connector-list/signatures';
import { headOf } from '../../protocol/definition/connector-head';
import { readDefinition, type Definition } from '../../protocol/definition/definition';
import { largestList, largestRelease } from '../../protocol/tracker/connector-catalogue';
import { sha256Of } from '../../protocol/tracker/signatures';
import { askTracker, readList } from './ask-tracker';
import {
  catalogueStore,
  isOfList,
  withTracker,
  type CatalogueState,
  type HeldRelease,
  type SiteReleases,
  Refused,
  offersOf,
  type Offer,
} from './catalogue-state';
import { chooseRelease, replacesPackaged, readRelease, type Replay } from './read-release';
import { followLists } from './follow-lists';

/** An update's dependencies on its environment. */
export type CatalogueWorld = Readonly<{
  fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  now: () => number;
  area: Pick<ValueArea, 'get' | 'set'>;
  builtIn: (id: string) => Promise<Definition | undefined>;
  /** The public list that the extension was built with, with its id behind `#`; empty: none. */
  builtInList: string;
  replay: Replay;
}>;

/** Everything that an update changes, stored in one transaction. */
type CatalogueUpdate = Readonly<{
  state: CatalogueState;
  connectors: Readonly<Record<string, TrackerConnector>>;
  /** Values of new releases by their storage key. */
  files: Readonly<Record<string, unknown>>;
  /** If false, the tracker is not asked. */
  isSignedIn: boolean;
}>;

/**
 * Requests the connectors of the tracker and of public lists, and installs changed ones that may be used.
 * Everything is stored in one transaction at the end, so an interruption changes nothing. `tracker`: the base
 * address if the person is signed in. Resolves to true if other connectors are in force.
 */
export async function updateCatalogue(world: CatalogueWorld, tracker: string | undefined): Promise<boolean> {
  const stored = await world.area.get([catalogueStore.key, trackerConnectorsStore.key]);
  const known = catalogueStore.read(stored[catalogueStore.key]);
  const before = trackerConnectorsStore.read(stored[trackerConnectorsStore.key]);
  const start = tracker === undefined ? withBucket(known) : withTracker(known, tracker);
  const kept = Object.entries(before).filter(
    ([id]) => start.tracker === known.tracker || isOfList(start, id),
  );
  const connectors = Object.fromEntries(kept);
  const asked = await askList(world, start, tracker);
  const state = { ...asked, lists: await followLists(world, asked, tracker) };
  let update: CatalogueUpdate = { state, connectors, files: {}, isSignedIn: tracker !== undefined };
  const ids = new Set(
    [...offersOf(state).flat(), ...Object.keys(connectors).map((id) => ({ id }))].map(idOf),
  );
  for (const id of ids) update = await updateSite(world, update, id);
  await world.area.set({
    ...update.files,
    [trackerConnectorsStore.key]: update.connectors,
    [catalogueStore.key]: update.state,
  });
  return update.connectors !== connectors || kept.length < Object.keys(before).length;
}

/** Adds the bucket for an installation that has had no tracker. */
function withBucket(state: CatalogueState): CatalogueState {
  return state.bucket === '' ? { ...state, bucket: crypto.randomUUID() } : state;
}

const idOf = ({ id }: Readonly<{ id: string }>) => id;

async function askList(
  world: CatalogueWorld,
  before: CatalogueState,
  tracker: string | undefined,
): Promise<CatalogueState> {
  const { refused: _, ...state } = { ...before, checkedAt: world.now() };
  if (tracker === undefined) return { ...before, checkedAt: world.now() };
  try {
    const url = `${state.tracker}/connectors/catalogue`;
    const answer = await askTracker(world.fetch, url, { most: largestList, tag: state.tag });
    if (answer.status === 304) return unlessExpired(state);
    return { ...(await readList(answer.text, state, world.now())), ...defined({ tag: answer.tag }) };
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const offeredKey = error.why === 'other_key' ? error.facts.detail : undefined;
    return {
      ...state,
      refused: error.why as NonNullable<CatalogueState['refused']>,
      ...defined({ offeredKey }),
    };
  }
}

/** Refuses an expired list: otherwise a man in the middle could answer 304 for ever. */
function unlessExpired(state: CatalogueState): CatalogueState {
  if (state.expiresAt !== undefined && state.expiresAt <= state.checkedAt) throw new Refused('expired');
  return state;
}

/** Returns the update with one site switched to its chosen version. */
async function updateSite(
  world: CatalogueWorld,
  update: CatalogueUpdate,
  id: string,
): Promise<CatalogueUpdate> {
  const packaged = await packagedReading(world, id);
  const offer = chooseRelease(update.state, id, packaged);
  const site = update.state.sites[id] ?? {};
  const isOver = isTakenBack(update.state, id, packaged);
  if (offer === undefined) return isOver ? withoutRelease(update, id) : update;
  if (offer.sha256 === site.inForce?.sha256 || !mayBeAsked(update, offer)) return update;
  try {
    return await takeRelease(world, update, offer);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const after = withSite(update, id, { ...site, held: heldOffer(offer, error) });
    return isOver ? withoutRelease(after, id) : after;
  }
}

/** Without a sign-in, only public lists are asked, never the tracker. */
function mayBeAsked({ isSignedIn }: CatalogueUpdate, { list }: Offer): boolean {
  return isSignedIn || list !== undefined;
}

function heldOffer({ id, version, sha256, list }: Offer, { why, facts }: Refused): HeldRelease {
  return { version, sha256, why, name: id, ...defined({ list }), ...facts };
}

async function packagedReading({ builtIn }: CatalogueWorld, id: string): Promise<string | undefined> {
  const definition = await builtIn(id);
  return definition && readingHash(definition);
}

/**
 * Whether the version in force was withdrawn: its list has no version as new or newer that replaces the
 * packaged one.
 */
function isTakenBack(state: CatalogueState, id: string, packaged: string | undefined): boolean {
  const { inForce } = state.sites[id] ?? {};
  if (inForce === undefined) return false;
  const offers = offersOf(state)
    .flat()
    .filter((one) => one.id === id && one.list === inForce.list);
  return !offers.some((one) => one.version >= inForce.version && replacesPackaged(one, packaged));
}

async function takeRelease(
  world: CatalogueWorld,
  update: CatalogueUpdate,
  offer: Offer,
): Promise<CatalogueUpdate> {
  const { id, version, sha256, list } = offer;
  const { state, connectors, files } = update;
  const { agreed, inForce: former } = state.sites[id] ?? {};
  const before = await definitionInForce(world, id, connectors);
  const text = await askRelease(world, state, offer);
  const definition = await readRelease(text, {
    release: offer,
    before,
    packaged: list === undefined ? undefined : await world.builtIn(id),
    isAgreed: agreed === sha256,
    replay: world.replay,
  });
  const head = headOf(definition);
  const taken = withSite(update, id, {
    inForce: { version, sha256, since: world.now(), ...defined({ list }) },
    ...defined({ agreed, former }),
  });
  return {
    ...taken,
    connectors: { ...connectors, [id]: before === undefined ? { head } : { head, trial: sha256 } },
    files: {
      ...files,
      [releaseStore(id).key]: { definition: withProof(definition), former: before && withProof(before) },
    },
  };
}

/** The file of a version, from the first address of its list that serves it with the stated hash. */
async function askRelease({ fetch }: CatalogueWorld, state: CatalogueState, offer: Offer): Promise<string> {
  const { sha256, list } = offer;
  const addresses = state.lists.find(({ id }) => id === list)?.addresses ?? [];
  const urls =
    list === undefined
      ? [`${state.tracker}/connectors/catalogue/${sha256}`]
      : addresses.map((base) => `${base}/${targetPath(offer)}`);
  const most = 'length' in offer ? Math.min(offer.length, largestRelease) : largestRelease;
  let refused = new Refused('unreachable');
  for (const url of urls) {
    try {
      // A mirror is asked only if the previous address fails. oxlint-disable-next-line no-await-in-loop
      const { text } = await askTracker(fetch, url, { most });
      // oxlint-disable-next-line no-await-in-loop
      if (urls.length === 1 || (await sha256Of(text)) === sha256) return text;
      refused = new Refused('damaged');
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      refused = error;
    }
  }
  throw refused;
}

/** Returns to the packaged definition. */
function withoutRelease(update: CatalogueUpdate, id: string): CatalogueUpdate {
  const { [id]: _, ...connectors } = update.connectors;
  const { inForce: _before, former: _former, ...site } = update.state.sites[id] ?? {};
  return { ...withSite(update, id, site), connectors };
}

function withSite(update: CatalogueUpdate, id: string, site: SiteReleases): CatalogueUpdate {
  const { state } = update;
  return { ...update, state: { ...state, sites: { ...state.sites, [id]: site } } };
}

export async function definitionInForce(
  { area, builtIn }: CatalogueWorld,
  id: string,
  connectors: CatalogueUpdate['connectors'],
): Promise<Definition | undefined> {
  if (connectors[id] === undefined) return builtIn(id);
  const release = releaseStore(id);
  const { definition } = release.read((await area.get(release.key))[release.key]);
  return readDefinition(definition?.definition) ?? builtIn(id);
}

/** Adds the proof that the checker has accepted the definition, or that it is packaged. */
export function withProof(definition: Definition): CheckedDefinition {
  return { definition, proof: proofOf(definition) };
}
