/** Named values, with the interface of an area of `browser.storage`. */
export interface ValueArea {
  /** The values of these keys at one moment, without those that are not stored; `null` for all. */
  get(keys: string | readonly string[] | null): Promise<Record<string, unknown>>;
  /** Stores all of them, or none where one fails. */
  set(values: Readonly<Record<string, unknown>>): Promise<void>;
  remove(keys: string | readonly string[]): Promise<void>;
}
