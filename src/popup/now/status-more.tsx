import type { JSX } from 'preact';
import { isRecord } from '../../core/values/is-record';
import type { AccountView } from '../../core/settings/account-view';
import type { Status } from '../../core/status/status';
import { text } from '../../platform/browser/i18n';
import { unwrapData } from '../../protocol/tracker/unwrap-data';
import { RawText } from '../../ui/components/raw-text';
import { WebLink } from '../../ui/components/web-link';
import { useAnswer } from '../../ui/hooks/use-answer';

/** What belongs to a status and is not needed for the first paint. */
export function StatusMore({
  status,
  account,
}: {
  readonly status: Status;
  readonly account: AccountView;
}): JSX.Element | null {
  if (status.kind === 'rejected') return <RawText>{status.message}</RawText>;
  if (status.kind !== 'unmatched' || account.state !== 'signed-in') return null;
  return <FewTitles baseUrl={account.baseUrl} />;
}

/**
 * Says below a title that was not found that the tracker knows few titles, where it says so itself, with the
 * page on which its owner changes that.
 */
function FewTitles({ baseUrl }: { readonly baseUrl: string }): JSX.Element | null {
  const { value } = useAnswer('tracker.dashboard', {});
  const data = unwrapData(value);
  const page = isRecord(data) && typeof data['fewTitles'] === 'string' ? data['fewTitles'] : '';
  if (!URL.canParse(page) || new URL(page).origin !== new URL(baseUrl).origin) return null;
  return (
    <p class="small muted">
      {text('now_few_titles')} <WebLink url={page}>{text('now_few_titles_add')}</WebLink>
    </p>
  );
}
