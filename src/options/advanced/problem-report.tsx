import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { Problem } from '../../ui/components/problem';
import type { ToastContent } from '../../ui/components/toast';
import { useAction } from '../../ui/hooks/use-action';
import { copyText } from '../../ui/hooks/use-clipboard';
import { fileName, saveFile } from '../../ui/save-file';
import type { Item } from '../../core/media/item';
import type { ActivityEntry, OutboxView } from '../../core/outbox/outbox-view';
import type { SiteHealth } from '../../core/settings/site-health';
import type { TabView } from '../../core/status/status';
import { send } from '../../platform/messaging/send';
import {
  accountStore,
  allViews,
  countsStore,
  healthStore,
  settingsStore,
} from '../../platform/storage/stores';

declare const __VERSION__: string;

type ProblemReportProps = Readonly<{
  onToast: (toast: ToastContent) => void;
}>;

/** A report for the developers. The person requests it, sees it in full, and copies or saves it. */
export function ProblemReport({ onToast }: ProblemReportProps): JSX.Element {
  const [titles, setTitles] = useState(false);
  const [report, setReport] = useState<string>();
  const action = useAction();
  const make = () => void action.run(async () => setReport(await makeReport(titles)));
  return (
    <div class="card stack">
      <h2>{text('report')}</h2>
      <p class="muted">{text('report_hint')}</p>
      <label class="choice">
        <input
          type="checkbox"
          checked={titles}
          onChange={(event) => {
            setTitles(event.currentTarget.checked);
            setReport(undefined);
          }}
        />
        <span>{text('report_titles')}</span>
      </label>
      <div>
        <button type="button" class="button" onClick={make}>
          {text('report_make')}
        </button>
      </div>
      <Problem message={action.error} />
      {report !== undefined && <ReportText report={report} onToast={onToast} />}
    </div>
  );
}

function ReportText({ report, onToast }: ProblemReportProps & Readonly<{ report: string }>): JSX.Element {
  const copy = () => void copyText(report, () => onToast({ message: text('common_copied') }));
  return (
    <>
      <textarea class="mono" rows={12} readOnly aria-label={text('report')} dir="ltr" value={report} />
      <div class="row">
        <button type="button" class="button" onClick={copy}>
          {text('common_copy')}
        </button>
        <button
          type="button"
          class="button"
          onClick={() => saveFile(fileName('report', 'txt', new Date()), 'text/plain', report)}
        >
          {text('common_save_file')}
        </button>
      </div>
    </>
  );
}

/**
 * The report as JSON: settings, states, error codes, counts, and the newest entries of the activity and of
 * the log. It never holds a token or the tracker's address. It holds titles only if `titles` is true.
 */
async function makeReport(titles: boolean): Promise<string> {
  const [settings, account, counts, health, views, outbox, activity, log] = await Promise.all([
    settingsStore.get(),
    accountStore.get(),
    countsStore.get(),
    healthStore.get(),
    allViews(),
    send('outbox.list', {}),
    send('activity.list', { limit: ACTIVITY_ENTRIES }),
    send('log.list', { limit: LOG_ENTRIES }),
  ]);
  const { baseUrl, ...choices } = settings;
  const titled = (item: Partial<Item> | undefined) => (titles ? { item } : {});
  const report = {
    version: __VERSION__,
    agent: navigator.userAgent,
    settings: choices,
    ownTracker: baseUrl !== '',
    account: account.state,
    counts,
    degraded: degradedSites(health),
    tabs: views.map((view) => ({ ...describeTab(view), ...titled(view.item) })),
    outbox: outbox.map((entry) => ({ ...describeEntry(entry), ...titled(entry.item) })),
    activity: activity.map((entry) => ({ ...describeActivity(entry), ...titled(entry.item) })),
    log: log.map((entry) => ({ ...entry, at: timeOf(entry.at) })),
  };
  return JSON.stringify(report, undefined, 2);
}

function degradedSites(health: Readonly<Record<string, SiteHealth>>) {
  return Object.entries(health)
    .filter(([, { degraded }]) => degraded)
    .map(([id, { missing }]) => ({ id, missing }));
}

/** Omits the message of a status: the text comes from outside and can contain a title. */
function describeTab({ siteId, status, playback, degraded }: TabView) {
  const { kind } = status;
  const reason = 'reason' in status ? status.reason : undefined;
  const missing = 'missing' in status ? status.missing : undefined;
  return { siteId, kind, reason, missing, degraded, playing: playback?.state };
}

function describeEntry({ state, siteId, attempts, error }: OutboxView) {
  return { state, siteId, attempts, code: error?.code };
}

function describeActivity({ at, siteId, position, duration, cause, answer, status, code }: ActivityEntry) {
  return { at: timeOf(at), siteId, position, duration, cause, answer, status, code };
}

function timeOf(at: number): string {
  return new Date(at).toISOString();
}

const ACTIVITY_ENTRIES = 50;
const LOG_ENTRIES = 200;
