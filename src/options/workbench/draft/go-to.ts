/** Goes to a place of the workbench; `replace` where going back would only come here again. */
export function goTo(route: string, replace = false): void {
  const hash = `#/connectors${route === '' ? '' : `/${route}`}`;
  if (!replace) location.hash = hash;
  else location.replace(hash);
}

export function draftRoute(key: string, tabId: number | undefined): string {
  return `edit/${key}${tabId === undefined ? '' : `?tab=${tabId}`}`;
}
