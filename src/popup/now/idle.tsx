import type { JSX } from 'preact';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import type { AccountView } from '../../core/settings/account-view';
import { text } from '../../platform/browser/i18n';
import { changesStore } from '../../platform/storage/stores';
import { readDashboard } from '../../protocol/tracker/read-dashboard';
import type { ListEntry } from '../../protocol/tracker/read-list-items';
import { Poster } from '../../ui/components/poster';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { WebLink } from '../../ui/components/web-link';
import { Recorded } from '../../ui/history/recorded';
import { wantedMedia, type Viewing } from '../../ui/history/viewing-of';
import { useAction } from '../../ui/hooks/use-action';
import { useAnswer, useSiteNames } from '../../ui/hooks/use-answer';
import { useStored } from '../../ui/hooks/use-stored';
import { relative } from '../../ui/text/format';
import { joinParts, displayName, episodeCode, truncate } from '../../ui/text/naming';
import { nextWidget, usePages, useLastSites } from '../home/use-pages';

type IdleProps = Readonly<{
  account: AccountView;
  onToast: (toast: ToastContent) => void;
}>;

/** While nothing plays: what was recorded last, to be rated or taken back, and what comes next. */
export function Idle({ account, onToast }: IdleProps): JSX.Element {
  return (
    <>
      <LastRecorded onToast={onToast} />
      {account.state === 'signed-in' && <NextUp />}
    </>
  );
}

/** Updates among which the last viewing is looked for. */
const LIMIT = 100;

function LastRecorded({ onToast }: Pick<IdleProps, 'onToast'>): JSX.Element | null {
  const { value: entries = [] } = useAnswer('activity.list', { limit: LIMIT });
  const changes = useStored(changesStore) ?? [];
  const siteName = useSiteNames();
  const action = useAction();
  const last = lastViewing(entries);
  if (last === undefined) return null;
  const { viewing, siteId, page } = last;
  const change = changes.find(({ id }) => id === viewing.id);
  const shown = wantedMedia(change, viewing.media) ?? viewing.media;
  const name = displayName(shown);
  return (
    <section class="idle" aria-labelledby="last-recorded">
      <div class="row start last">
        <Poster url={shown.posterUrl} title={name?.title ?? ''} />
        <div class="grow">
          <div class="row spread">
            <h2 id="last-recorded" class="small-heading">
              {joinParts(text('now_last_recorded'), relative(viewing.at, Date.now()))}
            </h2>
            {page !== undefined && (
              <span class="small">
                <WebLink url={page}>{text('home_open_site', siteName(siteId))}</WebLink>
              </span>
            )}
          </div>
          <p class="clamp one">
            <strong dir="auto">{name?.title ?? text('now_no_title')}</strong>{' '}
            <span class="small muted">{name?.detail}</span>
          </p>
          <Recorded viewing={viewing} change={change} action={action} onToast={onToast} />
        </div>
      </div>
      <Problem message={action.error} />
    </section>
  );
}

/** The newest crossing that the tracker has accepted. */
function lastViewing(
  entries: ActivityEntry[],
): Readonly<{ viewing: Viewing; siteId: string; page: string | undefined }> | undefined {
  const found = entries.find(({ answer, cause }) => answer === 'accepted' && cause === 'crossing');
  if (found?.media === undefined) return undefined;
  const { sessionId, siteId, page, media, position, duration, at } = found;
  return { siteId, page, viewing: { id: sessionId, media, position, duration, at } };
}

function NextUp(): JSX.Element | null {
  const { value } = useAnswer('tracker.dashboard', {});
  const widget = nextWidget(readDashboard(value)?.widgets ?? []);
  return widget === undefined ? null : <NextList apiUrl={widget.apiUrl} />;
}

/** Rows that are shown. */
const MOST = 3;

function NextList({ apiUrl }: Readonly<{ apiUrl: string }>): JSX.Element | null {
  const { items } = usePages({ from: 'widget', apiUrl });
  const { placeOf } = useLastSites();
  if (!items?.length) return null;
  return (
    <section class="idle" aria-labelledby="next-up">
      <h2 id="next-up" class="small-heading">
        {text('tab_home')}
      </h2>
      <ul class="stack tight">
        {items.slice(0, MOST).map((item, index) => (
          <NextLine key={index} item={item} place={placeOf(item)} />
        ))}
      </ul>
    </section>
  );
}

function NextLine({
  item,
  place,
}: Readonly<{
  item: ListEntry;
  place: ReturnType<ReturnType<typeof useLastSites>['placeOf']>;
}>): JSX.Element {
  const address = place?.page ?? place?.homepage;
  return (
    <li class="row next-line">
      <span class="clamp one" dir="auto">
        <WebLink url={item.url}>{truncate(item.title)}</WebLink>
      </span>
      <span class="small muted code grow">{episodeCode(item)}</span>
      {place !== undefined && address !== undefined && (
        <span class="small">
          <WebLink url={address}>
            {text(place.page === undefined ? 'home_open_site' : 'home_continue', place.name)}
          </WebLink>
        </span>
      )}
    </li>
  );
}
