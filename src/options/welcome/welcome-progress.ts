import { storageItem, type StorageItem } from '../../platform/storage/storage-item';

export const steps = ['tracker', 'sites', 'done'] as const;
export type Step = (typeof steps)[number];

/** How far the person came, so that the page can be left and come back to. */
export const welcomeStore: StorageItem<Step> = storageItem({
  area: 'local',
  key: 'welcome',
  read: (stored) => steps.find((step) => step === stored) ?? 'tracker',
});

/** `welcome.html#sites` opens one step, wherever one had got to. */
export function stepOf(hash: string): Step | undefined {
  return steps.find((step) => `#${step}` === hash);
}
