import type { JSX } from 'preact';
import { useState } from 'preact/hooks';
import { LIBRARY_URL } from '../../core/settings/library-url';
import { text } from '../../platform/browser/i18n';
import { requestAccess } from '../../platform/browser/page-access';
import { send } from '../../platform/messaging/send';
import { Problem } from '../../ui/components/problem';
import { useAction } from '../../ui/hooks/use-action';

/** Wikidata and TVmaze; the browser asks the person for both at once. */
const SOURCES = ['https://www.wikidata.org/*', 'https://api.tvmaze.com/*'];

/** Milliseconds between two looks, and most looks: the history here answers at once. */
const INTERVAL = 500;
const MOST_LOOKS = 60;

/** What keeping the history in this browser means, and the button that does it. */
export function KeepHere(): JSX.Element {
  const [refused, setRefused] = useState(false);
  const action = useAction();
  const keep = () => {
    setRefused(false);
    // Browsers accept a request for access only in the click itself, so it comes before anything is awaited.
    const request = requestAccess(SOURCES);
    void action.run(async () => ((await request) ? keepHere() : setRefused(true)));
  };
  return (
    <div class="stack">
      <p class="small muted">{text('history_sources')}</p>
      <p class="small muted">{text('history_kept')}</p>
      <div>
        <button
          type="button"
          class="button main"
          aria-disabled={action.busy}
          onClick={() => void (action.busy || keep())}
        >
          {text('welcome_browser')}
        </button>
      </div>
      <Problem message={refused ? text('history_refused') : action.error} />
    </div>
  );
}

/**
 * The history in this browser is a tracker that approves its own code, so that everything after it is as with
 * any other.
 */
async function keepHere(): Promise<void> {
  // Not awaited: a browser may ask the person, who can also ignore that.
  void navigator.storage.persist();
  await send('settings.set', { baseUrl: LIBRARY_URL, allowHttp: false });
  await send('account.sign-in', {});
  for (let look = 0; look < MOST_LOOKS && !(await send('account.poll', {})); look += 1)
    await new Promise((resolve) => {
      setTimeout(resolve, INTERVAL);
    });
}
