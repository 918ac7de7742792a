import { browser } from './browser';

export type IconState = 'idle' | 'playing' | 'watched' | 'attention' | 'off';

export interface ToolbarState {
  readonly icon: IconState;
  /** Undefined: the badge that holds for all tabs. */
  readonly badge?: string;
  readonly title: string;
}

/** Shows the state of one tab on the toolbar. A tab that is gone meanwhile is no error. */
export async function setToolbar(tabId: number, look: ToolbarState): Promise<void> {
  const path = { 16: `/icons/icon-${look.icon}-16.png`, 32: `/icons/icon-${look.icon}-32.png` };
  await Promise.allSettled([
    browser.action.setIcon({ tabId, path }),
    // Of a tab an empty text would hide the common badge; null lets it through.
    browser.action.setBadgeText({ tabId, text: look.badge ?? null }),
    browser.action.setTitle({ tabId, title: look.title }),
  ]);
}

/** The badge of every tab that has none of its own. */
export async function setCommonBadge(text: string): Promise<void> {
  await Promise.allSettled([
    browser.action.setBadgeText({ text }),
    browser.action.setBadgeBackgroundColor({ color: '#8a2c3c' }),
    browser.action.setBadgeTextColor({ color: '#ffffff' }),
  ]);
}
