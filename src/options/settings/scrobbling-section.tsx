import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { requestNotifications } from '../../platform/browser/page-only';
import { Problem } from '../../ui/components/problem';
import { evidences, intervals, lengths, SelectRow, SwitchRow, useSettings } from './setting-rows';

type SettingsState = Pick<ReturnType<typeof useSettings>, 'settings' | 'set'>;

/** The settings that decide what is recorded, and when. */
export function ScrobblingSection(): JSX.Element {
  const { settings, set, error } = useSettings();
  return (
    <>
      <p class="muted">{text('scrobbling_intro')}</p>
      <Problem message={error} />
      <div class="card settings">
        <SwitchRow
          label={text('scrobbling_films')}
          on={settings.films}
          onChange={(films) => set({ films })}
        />
        <SwitchRow
          label={text('scrobbling_episodes')}
          on={settings.episodes}
          onChange={(episodes) => set({ episodes })}
        />
        <SwitchRow
          label={text('scrobbling_private')}
          hint={text('scrobbling_private_hint')}
          on={settings.privateWindows}
          onChange={(privateWindows) => set({ privateWindows })}
        />
        <NotificationsRow settings={settings} set={set} />
      </div>
      <Limits settings={settings} set={set} />
    </>
  );
}

/** Switching notifications on requests the permission of the browser. */
function NotificationsRow({ settings, set }: SettingsState): JSX.Element {
  const [refused, setRefused] = useState(false);
  const change = (on: boolean) => {
    setRefused(false);
    if (!on) return set({ notifications: false });
    // Browsers accept the request only within the click, so nothing is awaited before it.
    void requestNotifications().then((given) => (given ? set({ notifications: true }) : setRefused(true)));
  };
  return (
    <>
      <SwitchRow
        label={text('scrobbling_notifications')}
        hint={text('scrobbling_notifications_hint')}
        on={settings.notifications}
        onChange={change}
      />
      {refused && <Problem message={text('scrobbling_notifications_refused')} />}
    </>
  );
}

function Limits({ settings, set }: SettingsState): JSX.Element {
  return (
    <div class="card settings">
      <SelectRow
        id="interval"
        label={text('scrobbling_interval')}
        hint={text('scrobbling_interval_hint')}
        value={settings.interval}
        options={intervals(settings.interval)}
        onChange={(interval) => set({ interval })}
      />
      <SelectRow
        id="evidence"
        label={text('scrobbling_evidence')}
        hint={text('scrobbling_evidence_hint')}
        value={settings.evidence}
        options={evidences()}
        onChange={(evidence) => set({ evidence })}
      />
      <SelectRow
        id="minimum"
        label={text('scrobbling_minimum')}
        hint={text('scrobbling_minimum_hint')}
        value={settings.minimumLength}
        options={lengths(settings.minimumLength)}
        onChange={(minimumLength) => set({ minimumLength })}
      />
    </div>
  );
}
