/** Hands the person a file. The address of the blob is given back once the browser has taken it. */
export function saveFile(name: string, type: string, content: string): void {
  const address = URL.createObjectURL(new Blob([content], { type }));
  const link = document.createElement('a');
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** `matinee-activity-2026-11-21.csv`, by the person's own day. */
export function fileName(what: string, ending: string, now: Date): string {
  const two = (value: number) => String(value).padStart(2, '0');
  return `matinee-${what}-${now.getFullYear()}-${two(now.getMonth() + 1)}-${two(now.getDate())}.${ending}`;
}
