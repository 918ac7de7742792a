import type { Status, StatusKind } from '../../core/status/status';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { fieldName } from '../../ui/text/field-name';
import { listText, upcoming } from '../../ui/text/format';

/** Hosts that the detail of `no-access` names at most. */
const MAX_HOSTS = 4;

/** The second line below the sentence of a status; most statuses have none. */
export function statusDetail({ status, siteName }: TabView): string | undefined {
  // “Ready on Netflix. Press play.” says all.
  if (status.kind === 'no-player' && siteName !== undefined) return undefined;
  // Each entry of the table is for the status of its own kind: TypeScript cannot relate the two.
  const detail = DETAILS[status.kind] as DetailRule<StatusKind> | undefined;
  return detail?.(status);
}

type DetailRule<Kind extends StatusKind> = (
  status: Extract<Status, { readonly kind: Kind }>,
) => string | undefined;

const DETAILS: { readonly [Kind in StatusKind]?: DetailRule<Kind> } = {
  queued: ({ retryAt }) =>
    retryAt === undefined ? undefined : text('now_next_try', upcoming(retryAt, Date.now())),
  unreadable: ({ missing }) =>
    missing.length === 0 ? text('hint_unreadable') : text('now_missing', listText(missing.map(fieldName))),
  'no-access': ({ origins }) =>
    text('now_asked_for', origins.map(hostOfPattern).slice(0, MAX_HOSTS).join(', ')),
  'no-player': () => text('hint_no_player'),
  unsupported: () => text('hint_unsupported'),
  'signed-out': () => text('hint_signed_out'),
};

/** `*.player.example` of the match pattern `https://*.player.example/*`. */
function hostOfPattern(pattern: string): string {
  return pattern.replace(/^\*?[a-z]*:\/\/|\/\*?$/g, '');
}
