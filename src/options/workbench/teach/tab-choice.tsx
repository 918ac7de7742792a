import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import { allTabs, type TabFact } from '../../../platform/browser/tabs';

/** Maximum length of a title that is shown, in characters. */
const MAX_TITLE = 90;

/** Chooses an open tab. Browsers hide the addresses of tabs without access, so those are not listed. */
export function TabChoice({
  label,
  tabId,
  onChoose,
}: Readonly<{
  label: string;
  tabId: number | undefined;
  onChoose: (tabId: number) => void;
}>): JSX.Element {
  const tabs = useWebTabs();
  const choose = (value: string) => {
    if (value !== '') onChoose(Number(value));
  };
  return (
    <div class="field">
      <label for="workbench-tab">{label}</label>
      <select
        id="workbench-tab"
        value={tabId === undefined ? '' : String(tabId)}
        onChange={(event) => choose(event.currentTarget.value)}
      >
        <option value="">{text('workbench_tab_none')}</option>
        {tabs.map((tab) => (
          <option key={tab.id} value={String(tab.id)}>
            {(tab.title ?? tab.url ?? '').slice(0, MAX_TITLE)}
          </option>
        ))}
      </select>
      {tabs.length === 0 && <p class="small muted">{text('workbench_tab_hint')}</p>}
    </div>
  );
}

/** The tabs with a web address, read again when this page gets the focus. */
function useWebTabs(): TabFact[] {
  const [tabs, setTabs] = useState<TabFact[]>([]);
  useEffect(() => {
    const refresh = () =>
      void allTabs().then((all) =>
        setTabs(all.filter(({ url }) => url !== undefined && /^https?:/.test(url))),
      );
    refresh();
    addEventListener('focus', refresh);
    return () => removeEventListener('focus', refresh);
  }, []);
  return tabs;
}
