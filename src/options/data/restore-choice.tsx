import type { ComponentChildren, JSX } from 'preact';
import { useState } from 'preact/hooks';
import { isLoopback } from '../../core/hosts/host-pattern';
import type { BackupPart } from '../../core/settings/backup';
import { LIBRARY_URL } from '../../core/settings/base-url';
import type { Settings } from '../../core/settings/settings';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/page-access';
import { Problem } from '../../ui/components/problem';
import { plural } from '../../ui/text/plural';
import { DEFAULT_ADDRESS, hostPatternOf } from '../account/base-url-form';
import { ConnectorRequests } from '../workbench/list/connector-requests';
import type { BackupChanges } from './backup-changes';
import { accessOf } from '../workbench/draft/access-of';

type RestoreChoiceProps = Readonly<{
  changes: BackupChanges;
  onRestore: (parts: BackupPart[]) => void;
  onCancel: () => void;
}>;

/**
 * Asks which parts of a backup to restore. A part is not preselected if it sends data elsewhere, records more
 * or reads pages.
 */
export function RestoreChoice({ changes, onRestore, onCancel }: RestoreChoiceProps): JSX.Element {
  const [chosen, setChosen] = useState(() => changes.parts.filter((part) => isSafe(part, changes)));
  const [refused, setRefused] = useState(false);
  const choose = (part: BackupPart, on: boolean) =>
    setChosen((last) => (on ? [...last, part] : last.filter((one) => one !== part)));
  const restore = () => {
    const { baseUrl } = changes.settings;
    const asks = chosen.includes('tracker') && baseUrl !== '' && baseUrl !== LIBRARY_URL;
    // Browsers accept a request for access only within the click, so nothing is awaited before it.
    void (asks ? requestAccess([hostPatternOf(baseUrl)]) : Promise.resolve(true)).then((given) =>
      given ? onRestore(chosen) : setRefused(true),
    );
  };
  if (changes.parts.length === 0) return <p role="status">{text('data_restore_same')}</p>;
  return (
    <div class="stack" role="group" aria-labelledby="restore-choice">
      <h3 id="restore-choice">{text('data_restore_choose')}</h3>
      {changes.parts.map((part) => (
        <Part key={part} part={part} on={chosen.includes(part)} changes={changes} onChange={choose} />
      ))}
      <Problem message={refused ? text('base_url_refused') : undefined} />
      <div class="row">
        <button type="button" class="button main" disabled={chosen.length === 0} onClick={restore}>
          {text('data_restore_do')}
        </button>
        <button type="button" class="button" onClick={onCancel}>
          {text('common_cancel')}
        </button>
      </div>
    </div>
  );
}

function isSafe(part: BackupPart, { hosts }: BackupChanges): boolean {
  return part === 'settings' || part === 'corrections' || (part === 'sites' && hosts.length === 0);
}

function Part({
  part,
  on,
  changes,
  onChange,
}: Readonly<{
  part: BackupPart;
  on: boolean;
  changes: BackupChanges;
  onChange: (part: BackupPart, on: boolean) => void;
}>): JSX.Element {
  return (
    <>
      <label class="choice">
        <input
          type="checkbox"
          name={part}
          checked={on}
          onChange={(event) => onChange(part, event.currentTarget.checked)}
        />
        <span class="stack">{PARTS[part](changes)}</span>
      </label>
      {part === 'sites' && changes.hosts.length > 0 && (
        <p class="small muted" dir="ltr">
          {changes.hosts.join(', ')}
        </p>
      )}
      {part === 'connectors' && <ArrivingConnectors changes={changes} />}
    </>
  );
}

const PARTS: Readonly<Record<BackupPart, (changes: BackupChanges) => ComponentChildren>> = {
  settings: () => text('common_settings'),
  tracker: ({ settings }) => <TrackerPart settings={settings} />,
  'private-windows': ({ settings }) =>
    text(settings.privateWindows ? 'data_part_private_on' : 'data_part_private_off'),
  sites: ({ sites }) => plural('data_part_sites', sites),
  corrections: ({ corrections }) => plural('data_part_corrections', corrections),
  connectors: ({ connectors }) => (
    <>
      <span>{plural('data_part_connectors', connectors.length)}</span>
      <span class="small muted">{text('data_part_connectors_hint')}</span>
    </>
  ),
};

function TrackerPart({ settings: { baseUrl } }: Readonly<{ settings: Settings }>): JSX.Element {
  const isPlain = baseUrl.startsWith('http:') && !isLoopback(new URL(baseUrl).hostname);
  return (
    <>
      <span>{text('data_part_tracker')}</span>
      <bdi class="mono">{baseUrl === '' ? DEFAULT_ADDRESS : baseUrl}</bdi>
      <span class="small muted">{text('data_part_tracker_hint')}</span>
      {isPlain && <span class="small">{text('data_part_tracker_plain')}</span>}
    </>
  );
}

/** The connectors of a backup, with the hosts they run on and their requests. They are off when restored. */
function ArrivingConnectors({
  changes: { connectors, replaced },
}: Readonly<{
  changes: Pick<BackupChanges, 'connectors' | 'replaced'>;
}>): JSX.Element {
  return (
    <>
      {connectors.map((definition) => (
        <section key={definition.id} class="stack tight small">
          <strong>
            <bdi>{definition.name}</bdi>
          </strong>
          {definition.id in replaced && (
            <span>{text('data_part_replaces', replaced[definition.id] ?? '')}</span>
          )}
          <span>{text('workbench_runs_on')}</span>
          <span class="mono" dir="ltr">
            {accessOf(definition).join(' ')}
          </span>
          <ConnectorRequests definition={definition} />
        </section>
      ))}
    </>
  );
}
