import { defaultSettings, type Settings } from '../../core/settings/settings';
import { send } from '../../platform/messaging/send';
import { settingsStore } from '../../platform/storage/stores';
import { useAction } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';

/** The settings and how to change them: at once, shown as stored, so that a failure is seen as one. */
export function useSettings(): {
  settings: Settings;
  set: (change: Partial<Settings>) => void;
  error: string | undefined;
} {
  const settings = useStored(settingsStore) ?? defaultSettings;
  const action = useAction();
  return {
    settings,
    error: action.error,
    set: (change) => void action.run(() => send('settings.set', { ...change })),
  };
}
