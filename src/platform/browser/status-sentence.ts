import type { Status } from '../../core/status/status';
import { language, text } from './i18n';
import { textKey } from '../../core/text/text-key';

/** The sentence of a status, for the popup, the tooltip of the toolbar icon and notifications. */
export function statusSentence(status: Status): string {
  if (status.kind === 'skipped') return text(textKey('skip', status.reason));
  if (status.kind === 'queued') return text(textKey('queued', status.reason));
  if (status.kind === 'paused' && status.until !== undefined && status.until > 0) {
    const time = new Intl.DateTimeFormat(language(), { timeStyle: 'short' });
    return text('status_paused_until', time.format(status.until));
  }
  return text(textKey('status', status.kind));
}
