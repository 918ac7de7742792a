import { originOf } from '../../core/hosts/origin-of';

/**
 * The address of a frame, from what its script states and what the browser states of its sender. A script
 * knows its path better, since the browser may state the one with which the document was loaded; its origin
 * is the browser's to state, so that no site's script can ask in the name of another.
 */
export function vouchedAddress(stated: string, byBrowser: string): string {
  return originOf(stated) === originOf(byBrowser) ? stated : byBrowser;
}
