import type { Status, StatusKind } from '../../core/status/status';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { relative } from '../../ui/text/format';
import { knownText } from '../../ui/text/known-text';
import { textKey } from '../../core/text/text-key';

/** Hosts that the detail of `no-access` names at most. */
const MAX_HOSTS = 4;

/** The second line below the sentence of a status; most statuses have none. */
export function statusDetail({ status, siteName }: TabView, unseen: boolean): string | undefined {
  // “Ready on Netflix. Press play.” says all.
  if (status.kind === 'no-player' && siteName !== undefined) return unseen ? text('hint_unseen') : undefined;
  // Each entry of the table is for the status of its own kind: TypeScript cannot relate the two.
  const detail = DETAILS[status.kind] as DetailRule<StatusKind> | undefined;
  return detail?.(status);
}

type DetailRule<Kind extends StatusKind> = (
  status: Extract<Status, { readonly kind: Kind }>,
) => string | undefined;

const DETAILS: { readonly [Kind in StatusKind]?: DetailRule<Kind> } = {
  queued: ({ retryAt }) =>
    retryAt === undefined ? undefined : text('now_next_try', relative(retryAt, Date.now())),
  unreadable: ({ missing }) =>
    missing.length === 0 ? text('hint_unreadable') : text('now_missing', missing.map(fieldName).join(', ')),
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

/** The translated name of a field of the item; the name in the code where there is none. */
function fieldName(field: string): string {
  return knownText(textKey('field', field)) ?? field;
}
