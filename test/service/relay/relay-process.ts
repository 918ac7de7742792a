import { relayOnce } from '../../../src/service/relay/run-relay';
import { createSinkClients } from '../../../src/service/relay/relay-context';
import { openStore } from '../../../src/service/store/store';

/**
 * A process of the tracker that does nothing but relay, look after look, until nothing waits, so that a test
 * can kill it at any moment: `dataDir database start`. Its time begins at `start` and goes on with each look.
 */
const [dataDir = '', database = '', start = ''] = process.argv.slice(2);
const LOOK_MS = 130_000;
let now = Number(start);

const store = await openStore({ dataDir, now: () => now, ...(database === '' ? {} : { database }) });
const { id } = await store.users.ensureOwner();
for (let isWaiting = true; isWaiting; now += LOOK_MS) {
  await relayOnce({
    store,
    catalogue: { resolve: async () => [], next: async () => undefined },
    clients: createSinkClients({ byTmdb: () => [] }),
    now: () => now,
    log: ({ error }) => {
      if (error !== undefined) throw error;
    },
    fetch,
    random: () => 0.5,
    pause: () => Promise.resolve(),
  });
  const sinks = await store.relay.list(id);
  const counts = await Promise.all(sinks.map((sink) => store.relay.counts(sink)));
  isWaiting = counts.some(({ waiting }) => waiting > 0);
}
await store.close();
