import type { JSX } from 'preact';
import type { TabView } from '../../core/status/tab-view';
import { text } from '../../platform/browser/i18n';
import { showTab } from '../../platform/browser/tabs';
import { clock } from '../../ui/text/format';
import { displayName } from '../../ui/text/naming';
import { statusSentence } from '../../ui/text/status-sentence';
import { statusTone } from '../../ui/text/status-tone';

/** Which tab is it? Every other tab in which something plays; a click goes there. */
export function OtherTabs({ views }: { readonly views: readonly TabView[] }): JSX.Element | null {
  if (views.length === 0) return null;
  return (
    <section class="stack tight" aria-labelledby="other-tabs">
      <h2 id="other-tabs" class="small-heading">
        {text('now_other_tabs')}
      </h2>
      <ul class="stack tight">
        {views.slice(0, 20).map((view) => {
          const name = displayName(view.item) ?? displayName(view.media);
          return (
            <li key={view.tabId}>
              <button type="button" class="other" onClick={() => void showTab(view.tabId)}>
                <span class={`dot ${statusTone(view.status)}`} />
                <span class="grow">
                  <span class="clamp one" dir="auto">
                    {[name?.title ?? text('now_no_title'), name?.detail].filter(Boolean).join(' · ')}
                  </span>
                  <span class="small muted clamp one">
                    {[
                      view.siteName ?? view.host,
                      view.playback && clock(view.playback.position),
                      statusSentence(view.status),
                    ]
                      .filter(Boolean)
                      .join(' · ')}
                  </span>
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </section>
  );
}
