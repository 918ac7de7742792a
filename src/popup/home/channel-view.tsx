import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { readChannel, type ChannelReading } from '../../protocol/tracker/read-channel';
import { unwrapData } from '../../protocol/tracker/unwrap-data';
import { Icon } from '../../ui/components/icon';
import { Loading } from '../../ui/components/loading';
import { Problem } from '../../ui/components/problem';
import { WebLink } from '../../ui/components/web-link';
import { useAnswer } from '../../ui/hooks/use-answer';
import { plural } from '../../ui/text/plural';
import { ListSection } from './list-section';
import { Shelf } from './shelf';

/** Lists of a channel that are shown. */
const MAX_LISTS = 12;

/** One channel of the tracker with its lists. */
export function ChannelView({
  id,
  onBack,
}: {
  readonly id: string;
  readonly onBack: () => void;
}): JSX.Element {
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
        <Problem message={text('home_not_understood')} onRetry={again} />
      )}
      {channel !== undefined && <ChannelContent channel={channel} />}
    </div>
  );
}

function ChannelContent({ channel }: { readonly channel: ChannelReading }): JSX.Element {
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
