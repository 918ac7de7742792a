import { originOf } from '../../core/hosts/watch-address';

/**
 * The address of a frame, from its script's and the browser's statements. The script knows the path better,
 * because the browser may state the one with which the document was loaded. The origin is the browser's, so
 * that no site's script can ask in the name of another site.
 */
export function vouchedAddress(stated: string, byBrowser: string): string {
  return originOf(stated) === originOf(byBrowser) ? stated : byBrowser;
}
