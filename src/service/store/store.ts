import { randomBytes } from 'node:crypto';
import type { RandomBytes } from '../secrets';
import { createAccounts, type Accounts } from './accounts';
import { createConnectors, type Connectors } from './connectors';
import { openDatabase } from './database';
import { createDevices, type Devices } from './devices';
import { createPlayback, type Playback } from './playback';

/** Everything that outlives the process. */
export interface Store {
  readonly accounts: Accounts;
  readonly devices: Devices;
  readonly playback: Playback;
  readonly connectors: Connectors;
  close(): void;
}

/** `dataDir`: a folder, or `:memory:`. `now`: milliseconds since 1970. */
export function openStore(options: {
  readonly dataDir: string;
  readonly now?: () => number;
  readonly random?: RandomBytes;
}): Store {
  const { dataDir, now = Date.now, random = randomBytes } = options;
  const db = openDatabase(dataDir);
  return {
    accounts: createAccounts(db, { now, random }),
    devices: createDevices(db, { now, random }),
    playback: createPlayback(db, { now }),
    connectors: createConnectors(db, { now }),
    close: () => db.close(),
  };
}
