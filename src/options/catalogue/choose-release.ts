import { hash } from '../../core/values/hash';
import type { ListedRelease } from '../../protocol/connector-list/follow-list';
import type { Release } from '../../protocol/tracker/connector-catalogue';
import type { CatalogueState } from './catalogue-state';

/** A version of a connector, and the public list that has it; absent: the list of the tracker. */
export type Offer = (Release | ListedRelease) & Readonly<{ list?: string }>;

/**
 * The version of a connector that this installation uses: the newest that is not held, of the first list that
 * has one. `undefined`: the packaged one, or none. `packaged`: the packaged one's `readingHash`.
 */
export function chooseRelease(
  state: CatalogueState,
  id: string,
  packaged: string | undefined,
): Offer | undefined {
  const { held, agreed, inForce } = state.sites[id] ?? {};
  const mayBeUsed = ({ sha256, version, list }: Offer) => {
    if (held === undefined || held.why === 'unreachable' || sha256 === agreed) return true;
    // After going back, only a newer version is used.
    if (held.why === 'gone_back') return list === held.list && version > held.version;
    return sha256 !== held.sha256 || sha256 === inForce?.sha256;
  };
  for (const offers of offersOf(state)) {
    const [best] = offers
      .filter((one) => one.id === id && isIn(one, state.bucket) && mayBeUsed(one))
      .filter((one) => replacesPackaged(one, packaged))
      .toSorted((a, b) => b.version - a.version);
    if (best !== undefined) return best;
  }
  return undefined;
}

/** The lists by priority: those of the person, the tracker's, all others. */
export function offersOf({ listed, lists }: Pick<CatalogueState, 'listed' | 'lists'>): readonly Offer[][] {
  const offers = (isOfPerson: boolean) =>
    lists
      .filter(({ from, addresses }) => addresses.length > 0 && (from === 'person') === isOfPerson)
      .map((list) => list.listed.map((one) => ({ ...one, list: list.id })));
  return [...offers(true), [...listed], ...offers(false)];
}

/** Whether a version replaces the packaged one. A public list states which packaged version it replaces. */
export function replacesPackaged(offer: Offer, packaged: string | undefined): boolean {
  if (packaged === undefined || !('reading' in offer) || offer.replaces === undefined) return true;
  return offer.replaces.includes(packaged);
}

/** Whether this installation is in the percentage that gets a version; the answer never changes. */
function isIn({ share, sha256 }: Release, bucket: string): boolean {
  return hash(bucket + sha256) % 100 < share;
}
