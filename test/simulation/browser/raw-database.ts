import { createEvents } from '../kernel/events';
import type { createMemoryIdb } from './memory-database';

interface PromisedTransaction {
  readonly done: Promise<void>;
  readonly store: Record<string, (...values: readonly unknown[]) => Promise<unknown>>;
  readonly abort: () => void;
}

interface PromisedDatabase {
  readonly transaction: (store: string, mode: string, options?: object) => PromisedTransaction;
  readonly close: () => void;
}

/** `indexedDB` itself, with its requests and events, over the same records as `idb`. */
export function createRawIndexedDb({ openDB }: ReturnType<typeof createMemoryIdb>) {
  return {
    open(name: string, version?: number) {
      const events = createEvents();
      const request = { ...events, result: undefined as unknown, error: undefined as unknown };
      const upgrade = (database: object) => {
        request.result = database;
        events.dispatch('upgradeneeded', { target: request });
      };
      void (async () => {
        try {
          request.result = rawDatabase((await openDB(name, version, { upgrade })) as PromisedDatabase);
          events.dispatch('success', { target: request });
        } catch (error) {
          request.error = error;
          events.dispatch('error', { target: request });
        }
      })();
      return request;
    },
  };
}

function rawDatabase(database: PromisedDatabase): object {
  return {
    ...createEvents(),
    close: database.close,
    transaction(store: string, mode: string, options?: object) {
      const begun = database.transaction(store, mode, options);
      const events = createEvents();
      const transaction = {
        ...events,
        error: undefined as unknown,
        abort: begun.abort,
        objectStore: () => rawStore(begun),
      };
      void begun.done.then(
        () => events.dispatch('complete', {}),
        (error: unknown) => {
          transaction.error = error;
          events.dispatch('abort', {});
        },
      );
      return transaction;
    },
  };
}

/** Each method returns a request, whose result is there when the transaction is complete. */
function rawStore({ store }: PromisedTransaction): object {
  const ask =
    (method: string) =>
    (...values: readonly unknown[]) => {
      const request = { result: undefined as unknown };
      void store[method]?.(...values).then(
        (result) => (request.result = result),
        () => undefined,
      );
      return request;
    };
  const methods = ['get', 'getAll', 'getAllKeys', 'put', 'add', 'delete', 'clear', 'count'];
  return Object.fromEntries(methods.map((method) => [method, ask(method)]));
}

/** No other context of the extension listens. */
export class SilentChannel {
  addEventListener(): void {}
  postMessage(): void {}
  close(): void {}
}
