import type { PageContext } from './context';
import { hasHost } from './match-page';
import { readSources } from './read-source';

/**
 * Whether the page belongs to the product that the definition supports. On a host that the user added
 * (`userHosts`), one source of the fingerprint must give a value: the name may be wrong, or another product
 * may be installed there. The definition's own hosts are not checked.
 */
export function isProduct(context: PageContext): boolean {
  const { definition, url } = context;
  const { userHosts } = definition;
  if (!userHosts || hasHost(url, definition.hosts)) return true;
  return readSources(userHosts.fingerprint, 'fingerprint', { ...context, values: {} }) !== undefined;
}
