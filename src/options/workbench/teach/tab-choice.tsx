import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import { allTabs, type TabFact } from '../../../platform/browser/tabs';

/** Which open tab is meant. Tabs of hosts without access have no address, and do not stand here. */
export function TabChoice({
  label,
  tabId,
  onChoose,
}: {
  readonly label: string;
  readonly tabId: number | undefined;
  readonly onChoose: (tabId: number) => void;
}): JSX.Element {
  const [tabs, setTabs] = useState<readonly TabFact[]>([]);
  const refresh = () =>
    void allTabs().then((all) => setTabs(all.filter(({ url }) => url !== undefined && /^https?:/.test(url))));
  useEffect(() => {
    refresh();
    addEventListener('focus', refresh);
    return () => removeEventListener('focus', refresh);
  }, []);
  return (
    <div class="field">
      <label for="workbench-tab">{label}</label>
      <select
        id="workbench-tab"
        value={tabId === undefined ? '' : String(tabId)}
        onChange={(event) => event.currentTarget.value !== '' && onChoose(Number(event.currentTarget.value))}
      >
        <option value="">{text('workbench_tab_none')}</option>
        {tabs.map((tab) => (
          <option key={tab.id} value={String(tab.id)}>
            {(tab.title ?? tab.url ?? '').slice(0, 90)}
          </option>
        ))}
      </select>
      {tabs.length === 0 && <p class="small muted">{text('workbench_tab_hint')}</p>}
    </div>
  );
}
