import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import { text } from '../../platform/browser/i18n';
import { readDashboard } from '../../protocol/front-page';
import { Empty } from '../../ui/components/empty';
import { Problem } from '../../ui/components/problem';
import { useAnswer } from '../../ui/hooks/use-answer';
import { openOptions } from '../environment/open-options';
import { ChannelView } from './channel-view';
import { WidgetSection } from './widget-section';

/** The tracker's own front page, read tolerantly: what cannot be understood is left out, and said. */
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
  if (value === undefined)
    return (
      <p class="muted loading" role="status">
        {text('common_loading')}
      </p>
    );
  const read = readDashboard(value);
  if (read === undefined) return <Problem message={text('home_not_understood')} onRetry={again} />;
  if (read.widgets.length === 0)
    return (
      <Empty title={text('home_empty')}>
        <p>{text('home_empty_hint')}</p>
      </Empty>
    );
  return (
    <div class="stack home">
      {read.widgets.map((widget) => (
        <WidgetSection key={widget.id} widget={widget} onChannel={onChannel} />
      ))}
      {read.cutFrom !== undefined && (
        <p class="small muted">{text('home_cut', read.widgets.length, read.cutFrom)}</p>
      )}
    </div>
  );
}
