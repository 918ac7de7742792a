import { defaultSettings, type Settings } from '../../core/settings/settings';
import { send } from '../../platform/messaging/send';
import { settingsStore } from '../../platform/storage/stores';
import { useAction } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';

/** The stored settings and a function that stores a change. A change that fails is not shown as made. */
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
