/** What pages may know of the sign-in; kept in `storage.local` under `account`. The token is not in it. */
export type AccountView =
  | {
      readonly state: 'signed-out';
      readonly why?: 'denied' | 'expired' | 'refused' | 'cancelled' | 'failed';
      readonly message?: string;
    }
  | {
      readonly state: 'pending';
      readonly userCode: string;
      readonly verificationUri: string;
      readonly verificationUriComplete?: string;
      readonly expiresAt: number;
    }
  | {
      readonly state: 'signed-in';
      readonly baseUrl: string;
      readonly since: number;
      /** From `expires_in`, read as seconds; a hint only. */
      readonly expiresAt?: number;
      /** Updates of an earlier account that wait for a decision: send them with this account, or drop them. */
      readonly foreignQueue?: number;
    };

/** The view as it was stored; whatever is not one is a sign-out. Addresses that are not of the web are not shown. */
export function readAccountView(stored: unknown): AccountView {
  const nobody: AccountView = { state: 'signed-out' };
  if (typeof stored !== 'object' || stored === null || !('state' in stored)) return nobody;
  const view = stored as Record<string, unknown>;
  switch (view['state']) {
    case 'signed-out':
      return stored as AccountView;
    case 'pending':
      return typeof view['userCode'] === 'string' &&
        isWebAddress(view['verificationUri']) &&
        isTime(view['expiresAt']) &&
        (view['verificationUriComplete'] === undefined || isWebAddress(view['verificationUriComplete']))
        ? (stored as AccountView)
        : nobody;
    case 'signed-in':
      return typeof view['baseUrl'] === 'string' && isTime(view['since']) ? (stored as AccountView) : nobody;
    default:
      return nobody;
  }
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//.test(value);
}

function isTime(value: unknown): boolean {
  return typeof value === 'number' && Number.isFinite(value);
}
