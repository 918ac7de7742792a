import { useEffect, useState } from 'preact/hooks';
import { send } from '../../platform/messaging/send';
import { displayName } from '../../ui/text/naming';

/** Milliseconds between two questions. */
const INTERVAL = 2000;
/** Updates that are looked through for one that the tracker has accepted. */
const LIMIT = 20;

/** The name of the title that the tracker has accepted an update of; asked while the page is visible. */
export function useRecording(isAsked: boolean): string | undefined {
  const [name, setName] = useState<string>();
  useEffect(() => {
    if (!isAsked || name !== undefined) return undefined;
    const ask = async () => {
      if (document.visibilityState !== 'visible') return;
      const entries = await send('activity.list', { limit: LIMIT });
      const accepted = entries.find(({ answer }) => answer === 'accepted');
      if (accepted !== undefined) setName(displayName(accepted.item)?.title);
    };
    // A worker that cannot answer now is asked again.
    const askQuietly = () => void ask().catch(() => undefined);
    askQuietly();
    const timer = setInterval(askQuietly, INTERVAL);
    return () => clearInterval(timer);
  }, [isAsked, name]);
  return name;
}
