import type { AccountView } from '../../core/settings/account-view';
import { webAddress } from '../../ui/text/web-address';

export type PendingView = Extract<AccountView, { state: 'pending' }>;

/** The page of the tracker on which a code is approved. */
export type ApprovalPage = Readonly<{
  /** With the code filled in, where the tracker states such an address. */
  url: string | undefined;
  /** What is opened in this browser: the page of the invitation where there is one, which takes the code. */
  opened: string | undefined;
  /** Host of the tracker, where the page is on another one. */
  elsewhere: string | undefined;
}>;

/** An invitation counts at the tracker alone that has given the code. */
export function approvalPage(
  { baseUrl, userCode, verificationUri, verificationUriComplete }: PendingView,
  invitation?: string,
): ApprovalPage {
  const url = webAddress(verificationUriComplete) ?? webAddress(verificationUri);
  const tracker = baseUrl === undefined ? undefined : new URL(baseUrl).host;
  const isElsewhere = url !== undefined && tracker !== undefined && new URL(url).host !== tracker;
  const isInvited = url !== undefined && invitation !== undefined && new URL(invitation).host === tracker;
  const opened = isInvited && !isElsewhere ? `${invitation}?user_code=${encodeURIComponent(userCode)}` : url;
  return { url, opened, elsewhere: isElsewhere ? tracker : undefined };
}
