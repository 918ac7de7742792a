import * as z from 'zod/mini';

/** Most characters of a copy: a megabyte of settings, compressed and encrypted, as text. */
const LONGEST = 240_000;

/**
 * Body of `POST /matinee/settings-copy`: settings that an extension keeps at the tracker, as base64. The
 * extension encrypts them with a password that the tracker never sees. `null` removes the copy. Ours.
 */
export const settingsCopySchema = z.strictObject({
  content: z.nullable(z.string().check(z.regex(/^[\w+/=.-]+$/), z.maxLength(LONGEST))),
});

/** `data` of `GET` and `POST /matinee/settings-copy`; both fields are `null` if there is none. Ours. */
export const keptCopySchema = z.object({
  content: z.nullable(z.string()),
  /** ISO 8601. */
  storedAt: z.nullable(z.string()),
});
export type KeptCopy = z.infer<typeof keptCopySchema>;
