import { browser } from './browser';

export type IconState = 'idle' | 'playing' | 'watched' | 'attention' | 'off';

export type ToolbarState = Readonly<{
  icon: IconState;
  /** Without it the tab shows the common badge. */
  badge?: string;
  title: string;
}>;

/** Shows the state of one tab on the toolbar. Ignores a closed tab. */
export async function setToolbar(tabId: number, look: ToolbarState): Promise<void> {
  const path = { 16: `/icons/icon-${look.icon}-16.png`, 32: `/icons/icon-${look.icon}-32.png` };
  await Promise.allSettled([
    browser.action.setIcon({ tabId, path }),
    // An empty text would hide the common badge; null shows it.
    ...setBadge({ tabId, text: look.badge ?? null }),
    browser.action.setTitle({ tabId, title: look.title }),
  ]);
}

/** Sets the badge of all tabs that have none of their own. */
export async function setCommonBadge(text: string): Promise<void> {
  await Promise.allSettled(setBadge({ text }));
}

/** The colors are those of all badges. Most badges are empty, so they are set only with a text. */
function setBadge(badge: Readonly<{ tabId?: number; text: string | null }>): unknown[] {
  return [
    browser.action.setBadgeText(badge),
    badge.text && browser.action.setBadgeBackgroundColor({ color: '#8a2c3c' }),
    badge.text && browser.action.setBadgeTextColor({ color: '#ffffff' }),
  ];
}
