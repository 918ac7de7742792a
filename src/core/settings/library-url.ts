/**
 * The address of the history in this browser. It looks like that of any tracker, but has a name that no host
 * can have (RFC 6761). A page of the extension answers its requests, which never reach the network.
 */
export const LIBRARY_URL = 'https://this-browser.invalid/api/v1';
