/** The cost of one attempt at a password, as parameters of scrypt (RFC 7914). */
export type PasswordCost = Readonly<{
  /**
   * `N` is 2 to the power of this. With `r` = 8, an attempt needs 2 to the power of (this + 10) bytes of
   * memory.
   */
  log2N: number;
  r: number;
  p: number;
}>;

/**
 * An attempt takes about 32 MiB and 0.3 s. This is one of the minimum settings of the OWASP Password Storage
 * Cheat Sheet, and one with which the service stays below its memory limit of 150 MB.
 */
export const passwordCost: PasswordCost = { log2N: 15, r: 8, p: 3 };
