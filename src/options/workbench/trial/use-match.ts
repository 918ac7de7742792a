import { useEffect, useState } from 'preact/hooks';
import type { Match } from '../../../core/outbox/outbox-entry';
import { defined } from '../../../core/values/defined';
import { send } from '../../../platform/messaging/send';
import type { MessageInput } from '../../../protocol/messages/messages';
import type { Trial } from '../../../protocol/workbench';
import { isReady } from './is-ready';

interface Answer {
  readonly asked: string;
  /** `undefined`: nobody is signed in, or the tracker cannot be asked now. */
  readonly match: Match | undefined;
}

/**
 * What the tracker knows of the item that a draft reads, once all of it is read. Asked once for each item and
 * length, and nothing is recorded. `open` until the answer is here.
 */
export function useMatch(trial: Trial | undefined): Match | undefined {
  const [answer, setAnswer] = useState<Answer>();
  const asked = trial === undefined ? undefined : questionOf(trial);
  useEffect(() => {
    if (asked === undefined) return undefined;
    let ended = false;
    const ask = async () => {
      const match = await send('workbench.match', JSON.parse(asked) as Question).catch(() => undefined);
      if (!ended) setAnswer({ asked, match: match ?? undefined });
    };
    void ask();
    return () => {
      ended = true;
    };
  }, [asked]);
  if (asked === undefined) return undefined;
  return answer?.asked === asked ? answer.match : { state: 'open' };
}

type Question = MessageInput<'workbench.match'>;

/** As text, which stays the same while the same item plays. */
function questionOf(trial: Trial): string | undefined {
  const { reading, playback, language } = trial;
  if (reading === undefined || !isReady(trial)) return undefined;
  const duration = Math.round(playback?.duration ?? 0);
  return JSON.stringify({
    item: { ...defined({ language }), ...reading.item },
    ...defined({ duration: duration > 0 ? duration : undefined }),
  });
}
