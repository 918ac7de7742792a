import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import { text } from '../../platform/browser/i18n';
import { readDashboard, type Widget } from '../../protocol/tracker/read-dashboard';
import { Empty } from '../../ui/components/empty';
import { Loading } from '../../ui/components/loading';
import { Problem } from '../../ui/components/problem';
import { useAnswer } from '../../ui/hooks/use-answer';
import { plural } from '../../ui/text/plural';
import { openOptions } from '../environment/open-options';
import { ChannelView } from './channel-view';
import { ListSection } from './list-section';
import { isOfRows, isOfSessions } from './next-widget';

/** The front page of the tracker. Parts that cannot be read are left out, with a note. */
export function HomeView({ account }: { readonly account: AccountView }): JSX.Element {
  const [channel, setChannel] = useState<string>();
  if (account.state !== 'signed-in') {
    return (
      <Empty title={text('home_signed_out')}>
        <p>{text('home_signed_out_hint')}</p>
        <button type="button" class="button main" onClick={() => openOptions('/account')}>
          {text('repair_sign_in')}
        </button>
      </Empty>
    );
  }
  return channel === undefined ? (
    <Dashboard onChannel={setChannel} />
  ) : (
    <ChannelView id={channel} onBack={() => setChannel(undefined)} />
  );
}

function Dashboard({ onChannel }: { readonly onChannel: (id: string) => void }): JSX.Element {
  const { value, error, again } = useAnswer('tracker.dashboard', {});
  if (error !== undefined) return <Problem message={error} onRetry={again} />;
  if (value === undefined) return <Loading class="muted loading" />;
  const dashboard = readDashboard(value);
  if (dashboard === undefined) return <Problem message={text('home_not_understood')} onRetry={again} />;
  const { widgets, cutFrom } = dashboard;
  if (widgets.length === 0)
    return (
      <Empty title={text('home_empty')}>
        <p>{text('home_empty_hint')}</p>
      </Empty>
    );
  return (
    <div class="stack home">
      {widgets.map((widget, index) => (
        <ListSection
          key={index}
          title={titleOf(widget)}
          source={{ from: 'widget', apiUrl: widget.apiUrl }}
          asRows={isOfRows(widget)}
          onChannel={onChannel}
        />
      ))}
      {!widgets.some(isOfSessions) && (
        <ListSection title={text('home_sessions')} source={{ from: 'sessions' }} asRows optional />
      )}
      {!widgets.some(isOfChannels) && (
        <ListSection
          title={text('home_channels')}
          source={{ from: 'channels' }}
          optional
          onChannel={onChannel}
        />
      )}
      {cutFrom !== undefined && <p class="small muted">{plural('home_cut', cutFrom, widgets.length)}</p>}
    </div>
  );
}

/** The history in this browser leaves the names to the popup, so that the type stands for the title. */
const NAMES: ReadonlyMap<string, string> = new Map([
  ['', 'home_unnamed'],
  ['up_next', 'tab_home'],
  ['recently_watched', 'history_recent'],
]);

function titleOf({ title }: Widget): string {
  const name = NAMES.get(title);
  return name === undefined ? title : text(name);
}

function isOfChannels({ type, id }: Widget): boolean {
  return type === 'channels' || id === 'channels';
}
