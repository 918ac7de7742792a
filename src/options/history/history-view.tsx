import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import { LIBRARY_URL } from '../../core/settings/base-url';
import { text } from '../../platform/browser/i18n';
import { accountStore } from '../../platform/storage/stores';
import { Empty, Problem } from '../../ui/components/problem';
import { Loading } from '../../ui/components/loading';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { useStored } from '../../ui/hooks/use-stored';
import { saveJson } from '../../ui/save-file';
import { wholeNumber } from '../../ui/text/plural';
import { askHistory, useHistory, type History } from './use-history';
import { HistoryCovers, HistoryList } from './history-list';
import { SeriesList } from './series-list';
import { YearView } from './year-view';
import { moveHistory } from './move-to-tracker';

/** The history in this browser: what was watched, as a list, as covers, by series and by year. */
export function HistoryView({
  route,
  onToast,
}: Readonly<{
  route: string;
  onToast: (toast: ToastContent) => void;
}>): JSX.Element | null {
  const account = useStored(accountStore);
  const history = useHistory(onToast);
  const { entries, total, error, reload } = history;
  if (account === undefined) return null;
  const isHere = isKeptHere(account);
  return (
    <>
      <p class="muted">{text(isHere ? 'history_here' : 'history_elsewhere')}</p>
      <Problem message={error} onRetry={reload} />
      {entries === undefined && error === undefined && <Loading />}
      {entries?.length === 0 && (
        <Empty title={text('common_nothing_here')}>
          <p>{text('home_empty_hint')}</p>
        </Empty>
      )}
      {total > 0 && (
        <>
          <Views route={route} history={history} />
          <Tools isHere={isHere} account={account} onToast={onToast} />
        </>
      )}
    </>
  );
}

function isKeptHere(account: AccountView): boolean {
  return account.state === 'signed-in' && account.baseUrl === LIBRARY_URL;
}

const VIEWS = ['list', 'covers', 'series', 'year'] as const;

function Views({ route, history }: Readonly<{ route: string; history: History }>): JSX.Element {
  const view = VIEWS.find((one) => one === route) ?? 'list';
  return (
    <>
      <nav class="row views" aria-label={text('options_history')}>
        {VIEWS.map((one) => (
          <a key={one} href={`#/history/${one}`} aria-current={one === view ? 'page' : undefined}>
            {text(`history_${one}`)}
          </a>
        ))}
      </nav>
      {view === 'list' && <HistoryList history={history} />}
      {view === 'covers' && <HistoryCovers history={history} />}
      {view === 'series' && <SeriesList history={history} />}
      {view === 'year' && <YearView />}
    </>
  );
}

function Tools({
  isHere,
  account,
  onToast,
}: Readonly<{
  isHere: boolean;
  account: AccountView;
  onToast: (toast: ToastContent) => void;
}>): JSX.Element {
  const action = useAction();
  const save = () =>
    void action.run(async () => saveJson('history', await askHistory<object>('GET', '/library/export')));
  return (
    <div class="card stack">
      <h2>{text('history_move')}</h2>
      {isHere && <p class="muted small">{text('history_kept')}</p>}
      <div class="row">
        <button type="button" class="button" onClick={save}>
          {text('common_save_file')}
        </button>
      </div>
      <Problem message={action.error} />
      <MoveHistory account={account} onToast={onToast} />
    </div>
  );
}

/** Moves the history to the tracker of the current sign-in, or shows how to sign in first. */
function MoveHistory({ account, onToast }: MoveProps): JSX.Element {
  if (account.state === 'signed-in' && account.baseUrl !== LIBRARY_URL)
    return <MoveButton baseUrl={account.baseUrl} onToast={onToast} />;
  return (
    <p class="small">
      {text('history_move_hint')} <a href="#/account">{text('options_account')}</a>
    </p>
  );
}

type MoveProps = Readonly<{
  account: AccountView;
  onToast: (toast: ToastContent) => void;
}>;

function MoveButton({
  baseUrl,
  onToast,
}: Pick<MoveProps, 'onToast'> & Readonly<{ baseUrl: string }>): JSX.Element {
  const action = useAction();
  const [percent, setPercent] = useState(0);
  const move = () =>
    action.run(async () => {
      const { added, known } = await moveHistory(baseUrl, setPercent);
      onToast({ message: text('history_moved', wholeNumber(added), wholeNumber(known)) });
    });
  return (
    <div class="stack tight">
      <p class="small muted">{text('history_move_text')}</p>
      <div class="row">
        <button
          type="button"
          class="button main"
          aria-disabled={action.busy}
          onClick={() => void (action.busy || move())}
        >
          {text('history_move')}
        </button>
        {action.busy && <progress max={100} value={percent} aria-label={text('history_move')} />}
      </div>
      <Problem message={action.error} />
    </div>
  );
}
