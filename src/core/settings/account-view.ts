import { isRecord } from '../values/is-record';

/** The part of the sign-in that pages may see. Stored under `account`; the token is not in it. */
export type AccountView = SignedOut | SignInPending | SignedIn;

type SignedOut = Readonly<{
  state: 'signed-out';
  why?: 'denied' | 'expired' | 'refused' | 'cancelled' | 'failed';
  message?: string;
}>;

type SignInPending = Readonly<{
  state: 'pending';
  /** Address of the tracker; absent in views that an older version stored. */
  baseUrl?: string;
  userCode: string;
  verificationUri: string;
  verificationUriComplete?: string;
  /** Milliseconds since 1970. */
  expiresAt: number;
}>;

type SignedIn = Readonly<{
  state: 'signed-in';
  baseUrl: string;
  /** Milliseconds since 1970. */
  since: number;
  /** Milliseconds since 1970, from `expires_in` read as seconds; a hint only. */
  expiresAt?: number;
}>;

/**
 * The view as it was stored. Anything else is a sign-out; addresses that are not of the web are not shown.
 */
export function readAccountView(stored: unknown): AccountView {
  const isView =
    isRecord(stored) && (stored['state'] === 'signed-out' || isPending(stored) || isSignedIn(stored));
  return isView ? (stored as unknown as AccountView) : { state: 'signed-out' };
}

type StoredRecord = Readonly<Record<string, unknown>>;

function isPending(view: StoredRecord): boolean {
  const { state, userCode, verificationUri, verificationUriComplete: complete, expiresAt, baseUrl } = view;
  return (
    state === 'pending' &&
    typeof userCode === 'string' &&
    isWebAddress(verificationUri) &&
    Number.isFinite(expiresAt) &&
    (baseUrl === undefined || isWebAddress(baseUrl)) &&
    (complete === undefined || isWebAddress(complete))
  );
}

function isSignedIn({ state, baseUrl, since }: StoredRecord): boolean {
  return state === 'signed-in' && typeof baseUrl === 'string' && Number.isFinite(since);
}

function isWebAddress(value: unknown): boolean {
  return typeof value === 'string' && /^https?:\/\//.test(value);
}
