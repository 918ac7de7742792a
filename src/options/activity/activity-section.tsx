import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { ActivityEntry } from '../../core/outbox/outbox-view';
import { text } from '../../platform/browser/i18n';
import { send } from '../../platform/messaging/send';
import { Empty } from '../../ui/components/empty';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { useSiteNames } from '../../ui/hooks/use-site-names';
import { activityCsv } from './activity-csv';
import { ActivityTable } from './activity-table';
import { Confirmed } from '../../ui/components/confirm-button';
import { fileName, saveFile } from '../../ui/save-file';
import { defined } from '../../core/values/defined';

const PAGE = 200;
const answers = ['all', 'accepted', 'rejected', 'failed'] as const;
type Only = (typeof answers)[number];

/** Everything that ever left this browser, and what was answered. */
export function ActivitySection({
  onToast,
}: {
  readonly onToast: (toast: ToastContent) => void;
}): JSX.Element {
  const [entries, setEntries] = useState<readonly ActivityEntry[]>();
  const [more, setMore] = useState(false);
  const [words, setWords] = useState('');
  const [only, setOnly] = useState<Only>('all');
  const action = useAction();
  const nameOfSite = useSiteNames();

  const load = (before?: number) =>
    action.run(async () => {
      const found = await send('activity.list', { limit: PAGE, ...defined({ before }) });
      setEntries((last) => (before === undefined ? found : [...(last ?? []), ...found]));
      setMore(found.length === PAGE);
    });
  useEffect(() => void load(), []);

  const save = (kind: 'csv' | 'json') =>
    void action.run(async () => {
      const all = await send('activity.list', { limit: 5000 });
      const content = kind === 'csv' ? activityCsv(all) : `${JSON.stringify(all, undefined, 2)}\n`;
      saveFile(
        fileName('activity', kind, new Date()),
        kind === 'csv' ? 'text/csv;charset=utf-8' : 'application/json',
        content,
      );
    });
  const clear = () =>
    action.run(async () => {
      await send('activity.clear', {});
      setEntries([]);
      setMore(false);
      onToast({ message: text('activity_cleared') });
    });

  const shown = (entries ?? []).filter(
    (entry) => (only === 'all' || entry.answer === only) && says(entry, nameOfSite(entry.siteId), words),
  );
  return (
    <>
      <p class="muted">{text('activity_intro')}</p>
      <Problem message={action.error} onRetry={() => void load()} />
      {entries === undefined && action.error === undefined && (
        <p class="muted" role="status">
          {text('common_loading')}
        </p>
      )}
      {entries?.length === 0 && (
        <Empty title={text('activity_empty')}>
          <p>{text('activity_empty_hint')}</p>
        </Empty>
      )}
      {entries !== undefined && entries.length > 0 && (
        <>
          <div class="filters" role="search">
            <div class="field grow">
              <label for="activity-words">{text('activity_search')}</label>
              <input
                id="activity-words"
                type="search"
                value={words}
                onInput={(event) => setWords(event.currentTarget.value)}
              />
            </div>
            <div class="field">
              <label for="activity-only">{text('activity_answer')}</label>
              <select
                id="activity-only"
                value={only}
                onChange={(event) => setOnly(answers[event.currentTarget.selectedIndex] ?? 'all')}
              >
                {answers.map((one) => (
                  <option key={one} value={one}>
                    {text(`activity_${one}`)}
                  </option>
                ))}
              </select>
            </div>
          </div>
          {shown.length === 0 ? (
            <p role="status">{text('activity_none')}</p>
          ) : (
            <ActivityTable entries={shown} nameOfSite={nameOfSite} />
          )}
          {more && (
            <div>
              <button type="button" class="button" onClick={() => void load(entries.at(-1)?.id)}>
                {text('activity_more')}
              </button>
            </div>
          )}
          <div class="row">
            <button type="button" class="button" onClick={() => save('csv')}>
              {text('activity_csv')}
            </button>
            <button type="button" class="button" onClick={() => save('json')}>
              {text('activity_json')}
            </button>
            <Confirmed
              label={text('activity_clear')}
              question={text('activity_clear_sure')}
              onConfirm={clear}
            />
          </div>
        </>
      )}
    </>
  );
}

function says({ item, media, siteId }: ActivityEntry, siteName: string, words: string): boolean {
  const wanted = words.trim().toLowerCase();
  const said = [
    item.title,
    item.seriesTitle,
    item.episodeTitle,
    media?.title,
    media?.seriesTitle,
    siteId,
    siteName,
  ];
  return wanted === '' || said.some((one) => one?.toLowerCase().includes(wanted) === true);
}
