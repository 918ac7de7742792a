/** What one attempt at a password costs, by scrypt (RFC 7914). */
export type PasswordCost = Readonly<{
  /** `N` is 2 to the power of this; with `r` = 8 an attempt takes 2 to the power of (this + 10) bytes. */
  log2N: number;
  r: number;
  p: number;
}>;

/**
 * About 32 MiB and 0.3 s for each attempt: one of the minimum settings that the OWASP Password Storage Cheat
 * Sheet lists, and one with which the service stays below its limit of 150 MB.
 */
export const passwordCost: PasswordCost = { log2N: 15, r: 8, p: 3 };
