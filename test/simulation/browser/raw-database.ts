import { createEvents } from '../kernel/events';
import {
  recordsOf,
  TransactionStore,
  type Connection,
  type createMemoryIdb,
  type Runner,
} from './memory-database';

/** `indexedDB` itself, with its requests and events, over the same records as `idb`. */
export function createRawIndexedDb({ openConnection }: ReturnType<typeof createMemoryIdb>) {
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
          request.result = rawDatabase(await openConnection(name, version, { upgrade }));
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

function rawDatabase(connection: Connection): object {
  return {
    ...createEvents(),
    close: connection.close,
    transaction: (store: string, mode: string, options?: object) =>
      new RawTransaction(connection, store, mode, options),
  };
}

/**
 * The result of each request is there when the transaction is complete; requests have no events of their own,
 * since the extension listens to none. So all of them are answered in one task.
 */
class RawTransaction implements Runner {
  error: Error | undefined;
  readonly #connection: Connection;
  readonly #transaction: ReturnType<Connection['begin']>;
  readonly #works: (() => void)[] = [];

  constructor(connection: Connection, store: string, mode: string, options?: object) {
    this.#connection = connection;
    this.#transaction = connection.begin([store], mode, options);
    this.#transaction.settled.push((error) => (this.error = error));
  }

  addEventListener(type: 'complete' | 'abort', listener: () => void): void {
    this.#transaction.settled.push((error) => {
      if ((error === undefined) === (type === 'complete')) listener();
    });
  }
  abort(): void {
    this.#connection.abort(this.#transaction, new DOMException('aborted', 'AbortError'));
  }
  objectStore(name: string): object {
    return new TransactionStore(this, this.#transaction, recordsOf(this.#connection.stored, name));
  }
  run<T>(_transaction: unknown, work: () => T): Promise<T> {
    const request = { result: undefined as unknown };
    // In place of a promise: a request as `indexedDB` returns it.
    const returned = request as unknown as Promise<T>;
    if (!this.#connection.reaches(this.#transaction)) return returned;
    const works = this.#works;
    works.push(() => (request.result = work()));
    if (works.length === 1)
      this.#connection.request(
        this.#transaction,
        () => works.forEach((one) => one()),
        (error) => this.#connection.abort(this.#transaction, error as Error),
      );
    return returned;
  }
}

/** No other context of the extension listens. */
export class SilentChannel {
  addEventListener(): void {}
  postMessage(): void {}
  close(): void {}
}
