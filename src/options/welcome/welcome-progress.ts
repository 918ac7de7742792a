import { storageItem, type StorageItem } from '../../platform/storage/storage-item';

export const steps = ['tracker', 'sites', 'done'] as const;
export type StepName = (typeof steps)[number];

/** The step that was opened last, so that the page can be closed and continued later. */
export const welcomeStore: StorageItem<StepName> = storageItem({
  area: 'local',
  key: 'welcome',
  read: (stored) => steps.find((step) => step === stored) ?? 'tracker',
});

/** The step in the address: `welcome.html#sites` opens `sites` whatever is stored. */
export function stepOf(hash: string): StepName | undefined {
  return steps.find((step) => `#${step}` === hash);
}
