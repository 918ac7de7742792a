import type { JSX } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { text } from '../../platform/browser/i18n';
import { readChannel } from '../../protocol/tracker/read-channel';
import { unwrapData } from '../../protocol/tracker/unwrap-data';
import { Icon } from '../../ui/components/icon';
import { Problem } from '../../ui/components/problem';
import { useAnswer } from '../../ui/hooks/use-answer';
import { webAddress } from '../../ui/text/web-address';
import { Shelf } from './shelf';

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
  const page = webAddress(channel?.url);
  return (
    <div class="stack home channel">
      <div>
        <button type="button" class="button small back" ref={back} onClick={onBack}>
          <Icon name="back" size={14} />
          {text('tab_home')}
        </button>
      </div>
      <Problem message={error} onRetry={again} />
      {error === undefined && value === undefined && (
        <p class="muted" role="status">
          {text('common_loading')}
        </p>
      )}
      {value !== undefined && channel === undefined && (
        <Problem message={text('home_not_understood')} onRetry={again} />
      )}
      {channel !== undefined && (
        <>
          <h2 class="clamp" dir="auto">
            {page === undefined ? (
              channel.title
            ) : (
              <a href={page} target="_blank" rel="noreferrer">
                {channel.title}
              </a>
            )}
          </h2>
          {channel.description !== undefined && (
            <p class="muted clamp" dir="auto">
              {channel.description}
            </p>
          )}
          {channel.lists.length === 0 && <p class="muted">{text('common_nothing_here')}</p>}
          {channel.lists.slice(0, 12).map((list) => (
            <section key={list.id} class="stack tight" aria-label={list.title}>
              <h3 class="clamp one" dir="auto">
                {list.title}
              </h3>
              <Shelf label={list.title} items={list.items} />
            </section>
          ))}
          {channel.lists.length > 12 && (
            <p class="small muted">{text('home_cut', 12, channel.lists.length)}</p>
          )}
        </>
      )}
    </div>
  );
}
