import { randomBytes } from 'node:crypto';
import type { RandomBytes } from '../secrets/secret';
import { createAudit, type Audit } from './audit';
import { createBrowsers, type Browsers } from './browsers';
import { createConnectors, type Connectors } from './connectors';
import { openDatabase } from './database';
import { createDevices, type Devices } from './devices';
import { createKeys, type Keys } from './keys';
import { createLimits, type Limits } from './limits';
import { createLogins, type Logins } from './logins';
import { createMedia, type Media } from './media';
import { createPlayback, type Playback } from './playback';
import { createRatings, type Ratings } from './ratings';
import { createPosters, type Posters } from './posters';
import { createSessions, type Sessions } from './sessions';
import { createSetUpCode, type SetUpCode } from './set-up-code';
import { createTitles, type Titles } from './titles';
import { createUsers, type Users } from './users';
import { createViewings, type Viewings } from './viewings';

/** All stored data of the service. */
export interface Store {
  readonly users: Users;
  readonly logins: Logins;
  readonly browsers: Browsers;
  readonly setUpCode: SetUpCode;
  readonly limits: Limits;
  readonly audit: Audit;
  readonly keys: Keys;
  readonly devices: Devices;
  readonly media: Media;
  readonly playback: Playback;
  readonly sessions: Sessions;
  readonly viewings: Viewings;
  readonly ratings: Ratings;
  readonly connectors: Connectors;
  readonly titles: Titles;
  readonly posters: Posters;
  close(): void;
}

export interface StoreOptions {
  /** A folder, or `:memory:`. */
  readonly dataDir: string;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
  readonly random?: RandomBytes;
}

/** Opens the store. Throws a `StoreError` when a newer version has written the data. */
export function openStore({ dataDir, now = Date.now, random = randomBytes }: StoreOptions): Store {
  const db = openDatabase(dataDir);
  return {
    users: createUsers(db, { now, random }),
    logins: createLogins(db, { now, random }),
    browsers: createBrowsers(db, { now, random }),
    setUpCode: createSetUpCode(db, { random }),
    limits: createLimits(db, { now }),
    audit: createAudit(db, { now }),
    keys: createKeys(db, { now, random }),
    devices: createDevices(db, { now, random }),
    media: createMedia(db),
    playback: createPlayback(db, { now }),
    sessions: createSessions(db),
    viewings: createViewings(db, { now }),
    ratings: createRatings(db),
    connectors: createConnectors(db, { now }),
    titles: createTitles(db, { now }),
    posters: createPosters(db, { now }),
    close: () => db.close(),
  };
}
