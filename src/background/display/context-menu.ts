import { isPaused } from '../../core/settings/settings';
import { setMenu, type MenuEntry } from '../../platform/browser/context-menu';
import { text } from '../../platform/browser/i18n';
import { settingsStore } from '../../platform/storage/stores';

/**
 * Sets the menu of the toolbar icon. Pause and resume are two entries, one of them visible, so that even an
 * outdated entry does what its label says.
 */
export async function refreshMenu(now: number): Promise<void> {
  const paused = isPaused(await settingsStore.get(), now);
  const entry = (id: string, key: string, visible = true): MenuEntry => ({ id, title: text(key), visible });
  await setMenu([
    entry('scrobble-now', 'repair_scrobble_now'),
    entry('pause', 'menu_pause', !paused),
    entry('resume', 'repair_resume', paused),
    entry('pause-here', 'command_pause'),
    entry('options', 'common_settings'),
  ]);
}
