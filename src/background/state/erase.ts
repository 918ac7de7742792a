import { clearStorage } from '../../platform/storage/clear-storage';
import type { AppContext } from '../context/context';

/** Everything that the extension has stored on this machine, the token too. What the tracker has stays there. */
export async function eraseAll({ database }: AppContext): Promise<void> {
  await Promise.all([
    database.clear('account'),
    database.clear('outbox'),
    database.clear('matches'),
    database.clear('activity'),
  ]);
  await clearStorage();
}
