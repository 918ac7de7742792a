import type { AccountView } from '../../core/settings/account-view';
import { webAddress } from '../../ui/text/web-address';

export type PendingView = Extract<AccountView, { state: 'pending' }>;

/** The page of the tracker on which a code is approved. */
export type ApprovalPage = Readonly<{
  /** With the code filled in, where the tracker states such an address. */
  url: string | undefined;
  /** Host of the tracker, where the page is on another one. */
  elsewhere: string | undefined;
}>;

export function approvalPage({
  baseUrl,
  verificationUri,
  verificationUriComplete,
}: PendingView): ApprovalPage {
  const url = webAddress(verificationUriComplete) ?? webAddress(verificationUri);
  const tracker = baseUrl === undefined ? undefined : new URL(baseUrl).host;
  const isElsewhere = url !== undefined && tracker !== undefined && new URL(url).host !== tracker;
  return { url, elsewhere: isElsewhere ? tracker : undefined };
}
