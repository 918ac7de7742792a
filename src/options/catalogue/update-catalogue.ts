import { defined } from '../../core/values/defined';
import type { ValueArea } from '../../platform/storage/value-area';
import {
  releaseStore,
  trackerConnectorsStore,
  type TrackerConnector,
} from '../../platform/storage/tracker-connectors';
import { proofOf } from '../../protocol/definition/checked-definition';
import { headOf } from '../../protocol/definition/connector-head';
import { readDefinition, type Definition } from '../../protocol/definition/definition';
import { largestList, largestRelease, type Release } from '../../protocol/tracker/connector-catalogue';
import { askTracker } from './ask-tracker';
import { catalogueStore, withTracker, type CatalogueState, type SiteReleases } from './catalogue-state';
import { chooseRelease } from './choose-release';
import { readList } from './read-list';
import { readRelease, type Replay } from './read-release';
import { Refused } from './refused';

/** What an update takes from outside. */
export interface CatalogueWorld {
  readonly fetch: typeof globalThis.fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly area: Pick<ValueArea, 'get' | 'set'>;
  readonly builtIn: (id: string) => Promise<Definition | undefined>;
  readonly replay: Replay;
}

/** Everything that an update changes; stored together or not at all. */
interface Update {
  readonly state: CatalogueState;
  readonly connectors: Readonly<Record<string, TrackerConnector>>;
  /** Values of new releases by their storage key. */
  readonly files: Readonly<Record<string, unknown>>;
}

/**
 * Asks a tracker for its connectors and takes those that have changed and may be used. Everything is stored
 * in one transaction at the end: who is stopped on the way has the connectors of before. True: another
 * connector is in force.
 */
export async function updateCatalogue(world: CatalogueWorld, tracker: string): Promise<boolean> {
  const stored = await world.area.get([catalogueStore.key, trackerConnectorsStore.key]);
  const known = catalogueStore.read(stored[catalogueStore.key]);
  const isKnown = known.tracker === tracker;
  const connectors = isKnown ? trackerConnectorsStore.read(stored[trackerConnectorsStore.key]) : {};
  const start = withTracker(known, tracker);
  let update: Update = { state: await askList(world, start), connectors, files: {} };
  const ids = new Set([...update.state.listed.map(({ id }) => id), ...Object.keys(connectors)]);
  for (const id of ids) update = await updateSite(world, update, id);
  await world.area.set({
    ...update.files,
    [trackerConnectorsStore.key]: update.connectors,
    [catalogueStore.key]: update.state,
  });
  return update.connectors !== connectors;
}

async function askList(world: CatalogueWorld, before: CatalogueState): Promise<CatalogueState> {
  const { refused: _, ...state } = { ...before, checkedAt: world.now() };
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

/** Who stands in between could answer for ever that nothing has changed. */
function unlessExpired(state: CatalogueState): CatalogueState {
  if (state.expiresAt !== undefined && state.expiresAt <= state.checkedAt) throw new Refused('expired');
  return state;
}

/** The update with one site brought to the version that it is to have. */
async function updateSite(world: CatalogueWorld, update: Update, id: string): Promise<Update> {
  const release = chooseRelease(update.state, id);
  const site = update.state.sites[id] ?? {};
  if (release === undefined) return isTakenBack(update.state, id) ? withoutRelease(update, id) : update;
  if (release.sha256 === site.inForce?.sha256) return update;
  try {
    return await takeRelease(world, update, release);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    const { version, sha256 } = release;
    const held = { version, sha256, why: error.why, name: id, ...error.facts };
    const after = withSite(update, id, { ...site, held });
    return isTakenBack(update.state, id) ? withoutRelease(after, id) : after;
  }
}

/** The version in force is not listed any more, and no newer one has taken its place. */
function isTakenBack({ listed, sites }: CatalogueState, id: string): boolean {
  const { inForce } = sites[id] ?? {};
  return inForce !== undefined && !listed.some((one) => one.id === id && one.version >= inForce.version);
}

async function takeRelease(world: CatalogueWorld, update: Update, release: Release): Promise<Update> {
  const { id, version, sha256 } = release;
  const { state, connectors, files } = update;
  const { agreed, inForce: former } = state.sites[id] ?? {};
  const before = await definitionInForce(world, id, connectors);
  const url = `${state.tracker}/connectors/catalogue/${sha256}`;
  const { text } = await askTracker(world.fetch, url, { most: largestRelease });
  const isAgreed = agreed === sha256;
  const definition = await readRelease(text, { release, before, isAgreed, replay: world.replay });
  const head = headOf(definition);
  const taken = withSite(update, id, {
    inForce: { version, sha256, since: world.now() },
    ...defined({ agreed, former }),
  });
  return {
    state: taken.state,
    connectors: { ...connectors, [id]: before === undefined ? { head } : { head, trial: sha256 } },
    files: {
      ...files,
      [releaseStore(id).key]: { definition: withProof(definition), former: before && withProof(before) },
    },
  };
}

/** The packaged definition counts again. */
function withoutRelease(update: Update, id: string): Update {
  const { [id]: _, ...connectors } = update.connectors;
  const { inForce: _before, former: _former, ...site } = update.state.sites[id] ?? {};
  return { ...withSite(update, id, site), connectors };
}

function withSite(update: Update, id: string, site: SiteReleases): Update {
  const { state } = update;
  return { ...update, state: { ...state, sites: { ...state.sites, [id]: site } } };
}

export async function definitionInForce(
  { area, builtIn }: CatalogueWorld,
  id: string,
  connectors: Update['connectors'],
): Promise<Definition | undefined> {
  if (connectors[id] === undefined) return builtIn(id);
  const release = releaseStore(id);
  const { definition } = release.read((await area.get(release.key))[release.key]);
  return readDefinition(definition?.definition) ?? builtIn(id);
}

/** The checker has accepted it, or it is of the package. */
function withProof(definition: Definition) {
  return { definition, proof: proofOf(definition) };
}
