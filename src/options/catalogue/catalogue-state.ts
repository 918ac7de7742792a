import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import { storageItem, type StorageItem } from '../../platform/storage/storage-item';
import type { ListedRelease, TrustedList } from '../../protocol/connector-list/follow-list';
import type { ListRefusal } from '../../protocol/connector-list/list-address';
import type { Reach } from '../../protocol/definition/reach';
import type { Definition } from '../../protocol/definition/definition';
import type { Release } from '../../protocol/tracker/connector-catalogue';

/** Why a list or a connector was refused; `reasonText` has a text for each. */
export type Refusal = ListRefusal | 'checker' | 'cases';

/** A version of a connector that is not used. */
export interface HeldRelease extends Pick<Release, 'version' | 'sha256'> {
  /** Id of the public list that offers it; absent: the list of the tracker. */
  readonly list?: string;
  /**
   * `wider`: it reaches more than before and waits for the person. `put_back`: it read worse on trial.
   * `gone_back`: the person returned to the packaged connector.
   */
  readonly why: Refusal | 'wider' | 'put_back' | 'gone_back';
  readonly name: string;
  /** For `wider`: the hosts, requests and data that it reaches beyond the previous version. */
  readonly reach?: Reach[];
  /**
   * The checker's message. For `put_back`: the field that read worse, then the number of its source, or `-`
   * if no source gave it: `title1`, `year-`.
   */
  readonly detail?: string;
  /** The person has reported it. */
  readonly reported?: true;
}

export interface UsedRelease extends Pick<Release, 'version' | 'sha256'> {
  /** Id of the public list that offers it; absent: the list of the tracker. */
  readonly list?: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

export type SiteReleases = Readonly<{
  inForce?: UsedRelease;
  /** The previous version, to which a failed trial returns; absent: the packaged connector. */
  former?: UsedRelease;
  held?: HeldRelease;
  /** Hash of the version to whose reach the person has agreed. */
  agreed?: string;
}>;

/**
 * What is trusted about one tracker's list. It is kept for ever: the first key is trusted on first use, so a
 * forgotten pin would let any key in.
 */
type Pin = Readonly<{
  key?: string;
  sequence: number;
  /** SHA-256 of the list with this `sequence`. A different list with the same `sequence` is refused. */
  content?: string;
}>;

/** A public list of connectors: who named it, where it is served, and its state. */
export type ListState = Readonly<{
  id: string;
  from: 'person' | 'tracker' | 'package';
  /**
   * The list's own address, then the address of the tracker's mirror. Empty: nobody names the list any more.
   */
  addresses: string[];
  /** The address that the person has entered. */
  own?: string;
  /** The address of the tracker's mirror of the list. */
  mirror?: string;
  name: string;
  issues?: string | undefined;
  trusted: TrustedList | undefined;
  checkedAt: number;
  /** Why its last state was refused. */
  refused?: ListRefusal;
  /** The file of the list that caused the refusal. */
  detail?: string;
  listed: ListedRelease[];
}>;

/** What this installation knows of the connectors of one tracker, and of public lists. */
export interface CatalogueState extends Pin {
  readonly off: boolean;
  /** Decides, with the hash of a file, whether this installation is in the percentage that gets it. */
  readonly bucket: string;
  /** Base address of the tracker, to which all fields below belong. */
  readonly tracker: string;
  /** The key that the tracker uses now, if it is not the trusted one. */
  readonly offeredKey?: string;
  /** The pins of trackers that were used before, by address. */
  readonly pins: Readonly<Record<string, Pin>>;
  /** `ETag` of the list. */
  readonly tag?: string;
  /** When the list expires, in milliseconds since 1970. A 304 does not prolong it. */
  readonly expiresAt?: number;
  readonly checkedAt: number;
  /** Why the last answer was refused. */
  readonly refused?: Refusal;
  readonly listed: Release[];
  readonly sites: Readonly<Record<string, SiteReleases>>;
  readonly lists: ListState[];
}

export const catalogueStore: StorageItem<CatalogueState> = storageItem({
  area: 'local',
  key: 'catalogue',
  read: (stored) => (isRecord(stored) ? { ...emptyCatalogue, ...stored } : emptyCatalogue),
});

/** The state for another tracker: its earlier pin, and nothing of the previous tracker. */
export function withTracker(state: CatalogueState, tracker: string): CatalogueState {
  if (state.tracker === tracker) return state;
  const { key, sequence, content, lists } = state;
  const own = { sequence, ...defined({ key, content }) };
  const pins = key === undefined ? state.pins : { ...state.pins, [state.tracker]: own };
  const sites = Object.fromEntries(Object.entries(state.sites).filter(([id]) => isOfList(state, id)));
  return {
    ...emptyCatalogue,
    ...pins[tracker],
    pins,
    tracker,
    lists,
    sites,
    bucket: crypto.randomUUID(),
  };
}

/** Whether a connector's state comes from a public list, which does not depend on the tracker. */
export function isOfList({ sites }: Pick<CatalogueState, 'sites'>, id: string): boolean {
  const { inForce, held } = sites[id] ?? {};
  return (inForce ?? held)?.list !== undefined;
}

export const emptyCatalogue: CatalogueState = {
  off: false,
  bucket: '',
  tracker: '',
  pins: {},
  sequence: 0,
  checkedAt: 0,
  listed: [],
  sites: {},
  lists: [],
};

/** A version of a connector, and the public list that has it; absent: the list of the tracker. */
export type Offer = (Release | ListedRelease) & Readonly<{ list?: string }>;

/** The lists by priority: those of the person, the tracker's, all others. */
export function offersOf({ listed, lists }: Pick<CatalogueState, 'listed' | 'lists'>): Offer[][] {
  const offers = (isOfPerson: boolean) =>
    lists
      .filter(({ from, addresses }) => addresses.length > 0 && (from === 'person') === isOfPerson)
      .map((list) => list.listed.map((one) => ({ ...one, list: list.id })));
  return [...offers(true), [...listed], ...offers(false)];
}

/** A connector that a tracker lists without a signature. It is used only if the person accepts it. */
export type ConnectorProposal = Readonly<{
  id: string;
  name: string;
  /** The checked definition; absent if the connector may not be used. */
  definition?: Definition;
  /** The hosts, requests and data that it reaches beyond the connector in force. */
  reach?: HeldRelease['reach'];
  /** Why it may not be used: the first problem that the checker finds. */
  detail?: string;
}>;

export type Proposals = Readonly<{
  /** Base address of the tracker that made them. */
  tracker: string;
  /** `ETag` of its list. */
  tag?: string;
  list: ConnectorProposal[];
}>;

export const proposalsStore: StorageItem<Proposals> = storageItem({
  area: 'local',
  key: 'connector-proposals',
  read: (stored) => (isRecord(stored) ? { ...noProposals, ...stored } : noProposals),
});

const noProposals: Proposals = { tracker: '', list: [] };

/** A list or a connector was refused, with the reason. */
export class Refused extends Error {
  override readonly name = 'Refused';

  constructor(
    readonly why: HeldRelease['why'],
    readonly facts: Partial<Pick<HeldRelease, 'name' | 'reach' | 'detail'>> = {},
  ) {
    super(why);
  }
}
