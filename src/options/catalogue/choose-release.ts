import { hash } from '../../core/values/hash';
import type { Release } from '../../protocol/tracker/connector-catalogue';
import type { CatalogueState } from './catalogue-state';

/**
 * The version of a connector that this installation is to use: the newest that is listed for it and that was
 * not held. `undefined`: the packaged one, or none.
 */
export function chooseRelease({ listed, bucket, sites }: CatalogueState, id: string): Release | undefined {
  const { held, agreed, inForce } = sites[id] ?? {};
  const mayBeUsed = ({ sha256, version }: Release) => {
    if (held === undefined || held.why === 'unreachable' || sha256 === agreed) return true;
    // Who went back goes on with a version that is newer than that one.
    if (held.why === 'gone_back') return version > held.version;
    return sha256 !== held.sha256 || sha256 === inForce?.sha256;
  };
  return listed
    .filter((one) => one.id === id && isIn(one, bucket) && mayBeUsed(one))
    .toSorted((a, b) => b.version - a.version)[0];
}

/** Whether this installation is among the percent that take a version: always the same answer. */
function isIn({ share, sha256 }: Release, bucket: string): boolean {
  return hash(bucket + sha256) % 100 < share;
}
