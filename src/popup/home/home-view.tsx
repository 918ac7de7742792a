import type { JSX } from 'preact';
import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { AccountView } from '../../core/settings/account-view';
import { text } from '../../platform/browser/i18n';
import {
  readDashboard,
  type Widget,
  readChannel,
  type ChannelReading,
} from '../../protocol/tracker/read-dashboard';
import { Empty, Problem } from '../../ui/components/problem';
import { Loading } from '../../ui/components/loading';
import { useAnswer } from '../../ui/hooks/use-answer';
import { plural } from '../../ui/text/plural';
import { unwrapData } from '../../protocol/tracker/read-fields';
import { Icon } from '../../ui/components/icon';
import { WebLink } from '../../ui/components/web-link';
import { openOptions } from '../environment/snapshot';
import { isOfRows, isOfSessions, usePages, type SectionSource } from './use-pages';
import { Shelf, NextRows } from './home-rows';

/** Lists of a channel that are shown. */
const MAX_LISTS = 12;

/** The front page of the tracker. Parts that cannot be read are left out, with a note. */
export function HomeView({ account }: Readonly<{ account: AccountView }>): JSX.Element {
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

function Dashboard({ onChannel }: Readonly<{ onChannel: (id: string) => void }>): JSX.Element {
  const { value, error, again } = useAnswer('tracker.dashboard', {});
  if (error !== undefined) return <Problem message={error} onRetry={again} />;
  if (value === undefined) return <Loading class="muted loading" />;
  const dashboard = readDashboard(value);
  if (dashboard === undefined) return <Problem message={text('error_malformed')} onRetry={again} />;
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

/** Names of the widgets of the history in this browser, which sends a type instead of a title. */
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

/** One channel of the tracker with its lists. */
function ChannelView({ id, onBack }: Readonly<{ id: string; onBack: () => void }>): JSX.Element {
  const { value, error, again } = useAnswer('tracker.channel', { id });
  const back = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => back.current?.focus(), []);
  const channel = value === undefined ? undefined : readChannel(unwrapData(value), id);
  return (
    <div class="stack home channel">
      <div>
        <button type="button" class="button small back" ref={back} onClick={onBack}>
          <Icon name="back" size={14} />
          {text('tab_home')}
        </button>
      </div>
      <Problem message={error} onRetry={again} />
      {error === undefined && value === undefined && <Loading />}
      {value !== undefined && channel === undefined && (
        <Problem message={text('error_malformed')} onRetry={again} />
      )}
      {channel !== undefined && <ChannelContent channel={channel} />}
    </div>
  );
}

function ChannelContent({ channel }: Readonly<{ channel: ChannelReading }>): JSX.Element {
  const { title, description, url, lists } = channel;
  return (
    <>
      <h2 class="clamp" dir="auto">
        <WebLink url={url}>{title}</WebLink>
      </h2>
      {description !== undefined && (
        <p class="muted clamp" dir="auto">
          {description}
        </p>
      )}
      {lists.length === 0 && <p class="muted">{text('common_nothing_here')}</p>}
      {lists.slice(0, MAX_LISTS).map((list) =>
        list.items === undefined ? (
          <ListSection key={list.id} level={3} title={list.title} source={{ from: 'list', id: list.id }} />
        ) : (
          <section key={list.id} class="stack tight" aria-label={list.title}>
            <h3 class="clamp one" dir="auto">
              {list.title}
            </h3>
            <Shelf label={list.title} items={list.items} />
          </section>
        ),
      )}
      {lists.length > MAX_LISTS && <p class="small muted">{plural('home_cut', lists.length, MAX_LISTS)}</p>}
    </>
  );
}

type ListSectionProps = Readonly<{
  title: string;
  source: SectionSource;
  level?: 2 | 3;
  /** One row for each entry, with what is left of it. */
  asRows?: boolean;
  /** Nothing is shown where the tracker has none. */
  optional?: boolean;
  onChannel?: (id: string) => void;
}>;

/** A list of the tracker under its title; it loads and fails on its own. */
function ListSection({
  title,
  source,
  level = 2,
  asRows,
  optional,
  onChannel,
}: ListSectionProps): JSX.Element | null {
  const { items, isLoading, hasMore, error, more } = usePages(source);
  const Heading = `h${level}` as const;
  const List = asRows ? NextRows : Shelf;
  if (optional && !items?.length) return null;
  return (
    <section class="stack tight" aria-label={title}>
      <Heading class="clamp one" dir="auto">
        {title}
      </Heading>
      {isLoading && <Loading class="small muted loading" />}
      {items === null && <p class="small muted">{text('error_malformed')}</p>}
      {items && <List label={title} items={items} onChannel={onChannel} />}
      <Problem message={error} onRetry={more} />
      {hasMore && (
        <button type="button" class="link small" onClick={more}>
          {text('home_more')}
          <span class="hidden"> {title}</span>
        </button>
      )}
    </section>
  );
}
