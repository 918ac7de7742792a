/** Goes to a route of the workbench. `replace` keeps the current one out of the history of the browser. */
export function goTo(route: string, replace = false): void {
  const hash = `#/connectors${route === '' ? '' : `/${route}`}`;
  if (replace) location.replace(hash);
  else location.hash = hash;
}

/** The route of a draft, tried in a tab if there is one. */
export function draftRoute(key: string, tabId: number | undefined): string {
  return `edit/${key}${tabId === undefined ? '' : `?tab=${tabId}`}`;
}
