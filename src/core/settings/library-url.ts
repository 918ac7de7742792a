/**
 * Where the history is that is kept in this browser: an address like that of every tracker, under a name that
 * no host can have (RFC 6761). A page of the extension answers what is asked there; nothing of it reaches the
 * network.
 */
export const LIBRARY_URL = 'https://this-browser.invalid/api/v1';
