import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Playback } from '../../core/session/observation';
import { text } from '../../platform/browser/i18n';
import { clock } from '../text/format';

/** The position in the film, counting on while it plays, with a mark at the watched threshold. */
export function PositionBar({ playback }: Readonly<{ playback: Playback }>): JSX.Element {
  const position = usePosition(playback);
  const known = Number.isFinite(playback.duration) && playback.duration > 0;
  const percent = known ? Math.min(100, (position / playback.duration) * 100) : 0;
  const label = known ? text('now_position_of', clock(position), clock(playback.duration)) : clock(position);
  return (
    <div class={playback.state === 'playing' ? 'position running' : 'position'}>
      <div
        class="track"
        role="progressbar"
        aria-label={text('now_position')}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(percent)}
        aria-valuetext={label}
      >
        <div class="fill" style={{ inlineSize: `${percent}%` }} />
        <div class="mark" title={text('now_threshold')} />
      </div>
      <div class="times" aria-hidden="true">
        <span>{clock(position)}</span>
        <span>{known ? clock(playback.duration) : ''}</span>
      </div>
    </div>
  );
}

/**
 * The position now, in seconds, extrapolated from the last known one; constant while the player does not
 * play.
 */
function usePosition({ state, position, duration, rate, at }: Playback): number {
  const [now, setNow] = useState(Date.now);
  useEffect(() => {
    setNow(Date.now());
    if (state !== 'playing') return undefined;
    const timer = setInterval(() => setNow(Date.now()), 1000);
    return () => clearInterval(timer);
  }, [state, at]);
  if (state !== 'playing') return position;
  const current = position + (Math.max(0, now - at) / 1000) * rate;
  return duration > 0 ? Math.min(current, duration) : current;
}
