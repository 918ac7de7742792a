import * as z from 'zod/mini';

/** Most characters of a copy: a megabyte of settings, compressed and encrypted, as text. */
const LONGEST = 240_000;

/**
 * Body of `POST /matinee/settings-copy`: what an extension keeps at the tracker, encrypted by the extension
 * with a password that the tracker never sees, as base64. `null` removes it. Ours.
 */
export const settingsCopySchema = z.strictObject({
  content: z.nullable(z.string().check(z.regex(/^[\w+/=.-]+$/), z.maxLength(LONGEST))),
});

/** `data` of `GET` and `POST /matinee/settings-copy`; both `null`: there is none. Ours. */
export const keptCopySchema = z.object({
  content: z.nullable(z.string()),
  /** ISO 8601. */
  storedAt: z.nullable(z.string()),
});
export type KeptCopy = z.infer<typeof keptCopySchema>;
