import { settingsStore } from '../../platform/storage/stores';

/** Whether this is a private window that the person has not switched on: nothing of it is read, kept or sent. */
export async function isExcludedWindow(isPrivate: boolean): Promise<boolean> {
  return isPrivate && !(await settingsStore.get()).privateWindows;
}
