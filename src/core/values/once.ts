/** A function that calls `make` the first time only, and then returns the same. */
export function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined;
  return () => (made ??= make());
}
