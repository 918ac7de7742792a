import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { ConfirmButton } from '../../ui/components/confirm-button';
import { Empty } from '../../ui/components/empty';
import { Loading } from '../../ui/components/loading';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { useSiteNames } from '../../ui/hooks/use-site-names';
import { CatalogueRefusals } from '../catalogue/refusals';
import { ActivityFilterBar, filterActivity, noFilter } from './activity-filter';
import { ActivityDays } from './activity-days';
import { useActivity, type Activity } from './use-activity';

/** Every update that was sent to the tracker, with the answer. */
export function ActivitySection({
  onToast,
}: {
  readonly onToast: (toast: ToastContent) => void;
}): JSX.Element {
  const activity = useActivity(() => onToast({ message: text('activity_cleared') }));
  const { entries, error, reload } = activity;
  return (
    <>
      <p class="muted">{text('activity_intro')}</p>
      <CatalogueRefusals />
      <Problem message={error} onRetry={reload} />
      {entries === undefined && error === undefined && <Loading />}
      {entries?.length === 0 && (
        <Empty title={text('activity_empty')}>
          <p>{text('activity_empty_hint')}</p>
        </Empty>
      )}
      {entries !== undefined && entries.length > 0 && (
        <ActivityList entries={entries} activity={activity} onToast={onToast} />
      )}
    </>
  );
}

function ActivityList({
  entries,
  activity: { hasOlder, loadOlder, save, clear },
  onToast,
}: {
  readonly entries: readonly ActivityEntry[];
  readonly activity: Activity;
  readonly onToast: (toast: ToastContent) => void;
}): JSX.Element {
  const [filter, setFilter] = useState(noFilter);
  const siteName = useSiteNames();
  const shown = filterActivity(entries, filter, siteName);
  return (
    <>
      <ActivityFilterBar filter={filter} onChange={setFilter} />
      {shown.length === 0 ? (
        <p role="status">{text('activity_none')}</p>
      ) : (
        <ActivityDays entries={shown} siteName={siteName} onToast={onToast} />
      )}
      {hasOlder && (
        <div>
          <button type="button" class="button" onClick={loadOlder}>
            {text('activity_more')}
          </button>
        </div>
      )}
      <ActivityTools save={save} clear={clear} />
    </>
  );
}

function ActivityTools({ save, clear }: Pick<Activity, 'save' | 'clear'>): JSX.Element {
  return (
    <div class="row">
      <button type="button" class="button" onClick={() => save('csv')}>
        {text('activity_csv')}
      </button>
      <button type="button" class="button" onClick={() => save('json')}>
        {text('activity_json')}
      </button>
      <ConfirmButton
        label={text('activity_clear')}
        question={text('activity_clear_sure')}
        onConfirm={clear}
      />
    </div>
  );
}
