import { useEffect, useState } from 'preact/hooks';
import type { StorageItem } from '../../platform/storage/storage-item';

/** A stored value, updated when any page or the worker changes it; `undefined` until it has been read. */
export function useStored<Value>(item: StorageItem<Value>, initial?: Value): Value | undefined {
  const [value, setValue] = useState<Readonly<{ is: Value }> | undefined>(
    initial === undefined ? undefined : { is: initial },
  );
  useEffect(() => {
    const ending = new AbortController();
    const take = (is: Value) => {
      if (!ending.signal.aborted) setValue({ is });
    };
    item.watch(take, ending.signal);
    void item.get().then(take);
    return () => ending.abort();
  }, [item.key]);
  return value?.is;
}
