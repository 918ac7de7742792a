import type { JSX } from 'preact';
import { defaultSettings } from '../../core/settings/settings';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { settingsStore } from '../../platform/storage/stores';
import { useStored } from '../../ui/hooks/use-stored';

/** The choice between the theme of the system, light and dark. */
export function ThemeChoice(): JSX.Element {
  const { theme } = useStored(settingsStore) ?? defaultSettings;
  return (
    <div class="segments theme" role="radiogroup" aria-label={text('theme')}>
      {(['system', 'light', 'dark'] as const).map((one) => (
        <label key={one}>
          {/* When storing fails, the stored theme stays checked. */}
          <input
            type="radio"
            name="theme"
            checked={theme === one}
            onChange={() => void send('settings.set', { theme: one }).catch(() => undefined)}
          />
          {text(`theme_${one}`)}
        </label>
      ))}
    </div>
  );
}
