import type { JSX } from 'preact';
import type { TabView } from '../../core/status/status';
import { text, statusSentence } from '../../platform/browser/i18n';
import { showTab } from '../../platform/browser/tabs';
import { clock } from '../../ui/text/format';
import { joinParts, displayName } from '../../ui/text/naming';
import { statusTone } from '../../ui/text/status-tone';

/** Tabs that are listed at most. */
const MAX_TABS = 20;

/** The other tabs in which something plays; a click shows the tab. */
export function OtherTabs({ views }: Readonly<{ views: TabView[] }>): JSX.Element {
  return (
    <section class="stack tight" aria-labelledby="other-tabs">
      <h2 id="other-tabs" class="small-heading">
        {text('now_other_tabs')}
      </h2>
      <ul class="stack tight">
        {views.slice(0, MAX_TABS).map((view) => (
          <li key={view.tabId}>
            <OtherTab view={view} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function OtherTab({ view }: Readonly<{ view: TabView }>): JSX.Element {
  const name = displayName(view.item) ?? displayName(view.media);
  const position = view.playback && clock(view.playback.position);
  return (
    <button type="button" class="other" onClick={() => void showTab(view.tabId)}>
      <span class={`dot ${statusTone(view.status)}`} />
      <span class="grow">
        <span class="clamp one">{joinParts(name?.title ?? text('now_no_title'), name?.detail)}</span>
        <span class="small muted clamp one">
          {joinParts(view.siteName ?? view.host, position, statusSentence(view.status))}
        </span>
      </span>
    </button>
  );
}
