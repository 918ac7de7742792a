import { browser } from './browser';

/** Shows a notification, at most one for each tab. Does nothing without the optional permission. */
export async function notify(tabId: number, title: string, message: string): Promise<void> {
  // `browser.notifications` is undefined until the permission is granted.
  await browser.notifications?.create(`tab-${tabId}`, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('icons/icon-128.png'),
    title,
    message,
  });
}

/**
 * Calls back with the tab of a notification that was clicked. Call it at the top level of the worker only.
 */
export function onNotificationClick(callback: (tabId: number) => void): void {
  const clicked = (id: string) => {
    const tabId = Number(id.replace(/^tab-/, ''));
    if (Number.isInteger(tabId)) callback(tabId);
  };
  // Adding the same function again has no effect.
  const listen = () => browser.notifications?.onClicked.addListener(clicked);
  listen();
  // The permission can be granted while this worker runs.
  browser.permissions.onAdded.addListener(({ permissions }) => {
    if (permissions?.includes('notifications') === true) listen();
  });
}
