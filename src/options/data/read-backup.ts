export type BackupFile =
  | { readonly ok: true; readonly backup: unknown }
  | { readonly ok: false; readonly reason: 'too-large' | 'not-json' };

/** Bytes; a full backup with the longest activity log stays well below. */
const MOST = 30_000_000;

/** What can be said of a file before the worker judges its content: it must be JSON of a sane size. */
export async function readBackup(file: {
  readonly size: number;
  text(): Promise<string>;
}): Promise<BackupFile> {
  if (file.size > MOST) return { ok: false, reason: 'too-large' };
  try {
    const backup: unknown = JSON.parse((await file.text()).replace(/^\uFEFF/, ''));
    return typeof backup === 'object' && backup !== null
      ? { ok: true, backup }
      : { ok: false, reason: 'not-json' };
  } catch {
    return { ok: false, reason: 'not-json' };
  }
}
