/** Named values, with the interface of an area of `browser.storage`. */
export interface ValueArea {
  /**
   * At least the values of these keys at one moment, or of all keys for `null`; keys without a value are left
   * out.
   */
  get(keys: string | readonly string[] | null): Promise<Record<string, unknown>>;
  /** Stores all values, or none if one fails. */
  set(values: Readonly<Record<string, unknown>>): Promise<void>;
  remove(keys: string | readonly string[]): Promise<void>;
}
