import { browser } from './browser';

/** Asks the browser; must be called straight from a click, before anything is awaited. */
export function requestNotifications(): Promise<boolean> {
  return browser.permissions.request({ permissions: ['notifications'] });
}

/** Shows a message of the system, one per tab at a time. Without the permission, which is optional, nothing happens. */
export async function notify(tabId: number, title: string, message: string): Promise<void> {
  // The interface itself is missing until the permission was given.
  await browser.notifications?.create(`tab-${tabId}`, {
    type: 'basic',
    iconUrl: browser.runtime.getURL('icons/icon-128.png'),
    title,
    message,
  });
}

/** Lets a notification lead to the tab that it is about. Top level of the worker only. */
export function onNotificationClick(callback: (tabId: number) => void): void {
  const clicked = (id: string) => {
    const tabId = Number(id.replace(/^tab-/, ''));
    if (Number.isInteger(tabId)) callback(tabId);
  };
  // Adding the same function twice is adding it once.
  const hear = () => browser.notifications?.onClicked.addListener(clicked);
  hear();
  // The permission may come while this worker runs, and the first click must not be lost.
  browser.permissions.onAdded.addListener(({ permissions }) => {
    if (permissions?.includes('notifications') === true) hear();
  });
}
