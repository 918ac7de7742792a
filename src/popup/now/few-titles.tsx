import type { JSX } from 'preact';
import { isRecord } from '../../core/values/is-record';
import { text } from '../../platform/browser/i18n';
import { unwrapData } from '../../protocol/tracker/unwrap-data';
import { WebLink } from '../../ui/components/web-link';
import { useAnswer } from '../../ui/hooks/use-answer';

/**
 * Says below a title that was not found that the tracker knows few titles, where it says so itself, with the
 * page on which its owner changes that.
 */
export function FewTitles({ baseUrl }: { readonly baseUrl: string }): JSX.Element | null {
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
