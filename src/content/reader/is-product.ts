import { urlMatchesHosts } from '../../core/hosts/host-pattern';
import type { ReadContext } from './context';
import { readSources } from './read-source';

/**
 * On a host that the person named (`userHosts`), one source of the fingerprint must yield something: a wrong name, or
 * another product at the same address, is not read. A definition's own hosts need no proof.
 */
export async function isProduct(world: Omit<ReadContext, 'values' | 'video'>): Promise<boolean> {
  const { definition, url } = world;
  if (definition.userHosts === undefined || urlMatchesHosts(url, definition.hosts)) return true;
  return (
    (await readSources(definition.userHosts.fingerprint, 'fingerprint', { ...world, values: {} })) !==
    undefined
  );
}
