import { isAhead } from '../../core/outbox/backoff';
import { settingsStore } from '../../platform/storage/stores';
import { currentAccount, tokenFor } from '../account/account';
import type { AppContext } from '../context/context';
import { currentCooldown } from '../state/rate-gate';

/**
 * The token, the address and the account whose entries may be sent now. They are read together, because
 * another person can sign in while an entry is being matched.
 */
export type SendConditions = Readonly<{
  token: string;
  baseUrl: string;
  account: string;
}>;

/** `undefined` while nobody is signed in, and during a cooldown of the tracker. */
export async function sendConditions(context: AppContext): Promise<SendConditions | undefined> {
  const [account, settings, cooldown] = await Promise.all([
    currentAccount(context),
    settingsStore.get(),
    currentCooldown(),
  ]);
  const token = tokenFor(context, account, settings);
  if (account === undefined || token === undefined || isAhead(cooldown.until, context.now()))
    return undefined;
  return { token, baseUrl: account.baseUrl, account: account.key };
}
