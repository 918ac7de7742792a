import { coversAddress } from '../../core/hosts/page-address';
import { isUncoveredShape } from '../../core/settings/uncovered-plays';
import type { SiteHealth } from '../../core/settings/site-health';
import { urlMatchesHosts } from '../../core/hosts/host-pattern';
import type { CheckedDefinition } from '../../protocol/definition/checked-definition';
import type { Definition } from '../../protocol/definition/definition';

/**
 * Whether something has played twice at addresses of this shape that the site's connector does not cover, or
 * the person's own connector for this host does not cover the address. The front page of a site does not
 * count.
 */
export function isUncovered(own: CheckedDefinition[], address = '', health?: SiteHealth): boolean {
  if (!URL.canParse(address)) return false;
  const url = new URL(address);
  if (isUncoveredShape(health, url.pathname)) return true;
  const here = own
    .map(({ definition }) => definition as Definition)
    .filter(({ hosts }) => urlMatchesHosts(url, hosts));
  const isFront = url.href === `${url.origin}/`;
  return here.length > 0 && !isFront && !here.some(({ pages }) => coversAddress(pages, url));
}
