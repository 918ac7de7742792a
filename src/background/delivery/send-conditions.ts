import { isAhead } from '../../core/outbox/backoff';
import { accountKey, currentToken } from '../account/account';
import type { AppContext } from '../context/context';
import { cooldownStore } from '../state/rate-gate';

/** With which token, and whose entries, the tracker may be called now. */
export interface SendConditions {
  readonly token: string;
  readonly account: string;
}

/** `undefined` while nobody is signed in, and during a cooldown of the tracker. */
export async function sendConditions(context: AppContext): Promise<SendConditions | undefined> {
  const [token, account, cooldown] = await Promise.all([
    currentToken(context),
    accountKey(context),
    cooldownStore.get(),
  ]);
  if (token === undefined || isAhead(cooldown.until, context.now())) return undefined;
  return { token, account };
}
