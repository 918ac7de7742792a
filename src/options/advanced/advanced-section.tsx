import type { JSX } from 'preact';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../../ui/components/problem';
import { Loading } from '../../ui/components/loading';
import type { ToastContent } from '../../ui/components/toast';
import { BaseUrlForm } from '../account/base-url-form';
import { SelectRow, SettingRow, useSettings } from '../settings/setting-rows';
import { ProblemReport } from './problem-report';
import type { LogEntry } from '../../core/status/status';
import { ConfirmButton } from '../../ui/components/controls';
import { useSiteNames } from '../../ui/hooks/use-answer';
import { usePagedList, type PagedList } from '../../ui/hooks/use-paged-list';
import { timeWithSeconds } from '../../ui/text/format';
import { defined } from '../../core/values/defined';
import { send } from '../../platform/messaging/send';
import { copyText } from '../../ui/hooks/use-clipboard';
import { saveJson } from '../../ui/save-file';

const LOG_LEVELS = ['error', 'info', 'debug'] as const;

/** Settings for unusual trackers, the log and the problem report. */
export function AdvancedSection({
  onToast,
}: Readonly<{
  onToast: (toast: ToastContent) => void;
}>): JSX.Element {
  const { settings, set, error } = useSettings();
  return (
    <>
      <div class="card stack">
        <h2>{text('account_tracker')}</h2>
        <BaseUrlForm settings={settings} />
      </div>
      <div class="card settings">
        <Problem message={error} />
        <DevicePathRow value={settings.devicePath} onChange={(devicePath) => set({ devicePath })} />
        <SelectRow
          id="log-level"
          label={text('advanced_log')}
          hint={text('advanced_log_hint')}
          value={settings.logLevel}
          options={LOG_LEVELS.map((value) => ({ value, label: text(`advanced_log_${value}`) }))}
          onChange={(logLevel) => set({ logLevel })}
        />
      </div>
      <LogView onToast={onToast} />
      <ProblemReport onToast={onToast} />
    </>
  );
}

function DevicePathRow({
  value,
  onChange,
}: Readonly<{
  value: string;
  onChange: (value: string) => void;
}>): JSX.Element {
  return (
    <SettingRow
      id="device-path"
      label={text('advanced_device_path')}
      hint={text('advanced_device_path_hint')}
    >
      <input
        id="device-path"
        key={value}
        dir="ltr"
        spellcheck={false}
        defaultValue={value}
        maxLength={200}
        onChange={(event) => onChange(event.currentTarget.value.trim())}
      />
    </SettingRow>
  );
}

/** Entries that are loaded at a time. */
const PAGE_SIZE = 100;

/** Shows the worker's log, newest entry first. It can be saved, copied and cleared. */
function LogView({ onToast }: Readonly<{ onToast: (toast: ToastContent) => void }>): JSX.Element {
  const { entries, hasOlder, error, reload, loadOlder, save, copy, clear } = useLog(onToast);
  return (
    <div class="card stack">
      <h2>{text('advanced_log')}</h2>
      <p class="muted">{text('log_intro')}</p>
      <Problem message={error} onRetry={reload} />
      {entries === undefined && error === undefined && <Loading />}
      {entries?.length === 0 && <p role="status">{text('log_empty')}</p>}
      {entries !== undefined && entries.length > 0 && (
        <>
          <LogList entries={entries} />
          <div class="row">
            {hasOlder && (
              <button type="button" class="button" onClick={loadOlder}>
                {text('log_older')}
              </button>
            )}
            <button type="button" class="button" onClick={save}>
              {text('activity_json')}
            </button>
            <button type="button" class="button" onClick={copy}>
              {text('common_copy')}
            </button>
            <ConfirmButton label={text('log_clear')} question={text('log_clear_sure')} onConfirm={clear} />
          </div>
        </>
      )}
    </div>
  );
}

function LogList({ entries }: Readonly<{ entries: LogEntry[] }>): JSX.Element {
  const siteName = useSiteNames();
  return (
    <div class="scroll log" tabIndex={0} role="region" aria-label={text('advanced_log')}>
      <ol>
        {entries.map((entry) => (
          <LogLine
            key={entry.id}
            entry={entry}
            site={entry.siteId === undefined ? undefined : siteName(entry.siteId)}
          />
        ))}
      </ol>
    </div>
  );
}

const TONES: Readonly<Record<LogEntry['level'], string>> = { error: 'tag bad', info: 'tag', debug: 'tag' };

function LogLine({
  entry: { at, level, event, detail },
  site,
}: Readonly<{
  entry: LogEntry;
  site: string | undefined;
}>): JSX.Element {
  return (
    <li>
      <div class="row">
        <time class="small muted when" dateTime={new Date(at).toISOString()}>
          {timeWithSeconds(at)}
        </time>
        <span class={TONES[level]}>{text(`log_${level}`)}</span>
        <code dir="ltr">{event}</code>
        {site !== undefined && <bdi class="small muted">{site}</bdi>}
      </div>
      {detail !== undefined && (
        <p class="small" dir="auto">
          {detail}
        </p>
      )}
    </li>
  );
}

interface LogPage extends Omit<PagedList<LogEntry>, 'run' | 'clear'> {
  /** Saves all entries, including those that are not loaded yet. */
  readonly save: () => void;
  /** Copies the entries that are loaded, as JSON. */
  readonly copy: () => void;
  readonly clear: () => Promise<unknown>;
}

/** The log, read page by page from the worker, with functions to save, copy and clear it. */
function useLog(onToast: (toast: ToastContent) => void): LogPage {
  const { run, clear, ...list } = usePagedList(PAGE_SIZE, (range) => send('log.list', range));
  return {
    ...list,
    save: () => void run(async () => saveJson('log', await loadAll())),
    copy: () => {
      const content = JSON.stringify(list.entries, undefined, 2);
      void copyText(content, () => onToast({ message: text('common_copied') }));
    },
    clear: async () => {
      if (await clear(() => send('log.clear', {}))) onToast({ message: text('log_cleared') });
    },
  };
}

async function loadAll(): Promise<LogEntry[]> {
  const all: LogEntry[] = [];
  for (;;) {
    const page = await send('log.list', { limit: PAGE_SIZE, ...defined({ before: all.at(-1)?.id }) });
    all.push(...page);
    if (page.length < PAGE_SIZE) return all;
  }
}
