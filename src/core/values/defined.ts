/**
 * The same object without the properties that hold `undefined`: `exactOptionalPropertyTypes` tells a missing
 * property from one that is `undefined`, and so do `in`, IndexedDB and schemas. Use it instead of `...(x ===
 * undefined ? {} : { x })`.
 */
export function defined<const T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>;
}

/** `T` with every property that may be `undefined` turned into an optional one. */
export type Defined<T> = { [K in keyof T as undefined extends T[K] ? never : K]: T[K] } & {
  [K in keyof T as undefined extends T[K] ? K : never]?: Exclude<T[K], undefined>;
};
