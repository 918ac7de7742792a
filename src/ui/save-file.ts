/** Milliseconds until the address of the blob is revoked: browsers read it after the click has returned. */
const REVOKE_DELAY = 10_000;

/** Saves a text as a download under this name. */
export function saveFile(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), REVOKE_DELAY);
}

/** Saves a value as indented JSON under `matinee-<subject>-<date>.json`. */
export function saveJson(subject: string, value: unknown): void {
  const content = `${JSON.stringify(value, undefined, 2)}\n`;
  saveFile(fileName(subject, 'json', new Date()), 'application/json', content);
}

/** `matinee-activity-2026-11-21.csv`, with the date in local time. */
export function fileName(subject: string, ending: string, now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  const date = `${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}`;
  return `matinee-${subject}-${date}.${ending}`;
}
