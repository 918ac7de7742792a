import type { Status } from '../../core/status/status';
import { language, text } from '../../platform/browser/i18n';

/** The one sentence of a status: popup, tooltip and notification say the same words. */
export function statusSentence(status: Status): string {
  if (status.kind === 'skipped') return text(statusKey('skip', status.reason));
  if (status.kind === 'queued') return text(statusKey('queued', status.reason));
  if (status.kind === 'paused' && status.until !== undefined && status.until > 0) {
    return text(
      'status_paused_until',
      new Intl.DateTimeFormat(language(), { timeStyle: 'short' }).format(status.until),
    );
  }
  return text(statusKey('status', status.kind));
}

function statusKey(family: string, tag: string): string {
  return `${family}_${tag.replaceAll('-', '_')}`;
}
