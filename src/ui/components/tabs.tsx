import type { ComponentChildren, JSX } from 'preact';
import { useRef } from 'preact/hooks';

export type Tab<Id extends string> = Readonly<{
  id: Id;
  label: ComponentChildren;
}>;

/**
 * Tabs by the ARIA pattern: one stop for the Tab key, and arrow keys, Home and End move between them,
 * mirrored in languages from right to left. The caller renders the panel with the id `tabpanel`.
 */
export function Tabs<Id extends string>({
  label,
  tabs,
  chosen,
  onChoose,
}: Readonly<{
  label: string;
  tabs: Tab<Id>[];
  chosen: Id;
  onChoose: (id: Id) => void;
}>): JSX.Element {
  const list = useRef<HTMLDivElement>(null);
  const chooseByKey = (event: KeyboardEvent) => {
    const index = tabs.findIndex((tab) => tab.id === chosen);
    const target = targetOf(event.key, index, tabs.length, document.documentElement.dir === 'rtl');
    const tab = target === undefined ? undefined : tabs[target];
    if (tab === undefined) return;
    event.preventDefault();
    onChoose(tab.id);
    list.current?.querySelector<HTMLElement>(`#tab-${tab.id}`)?.focus();
  };
  return (
    <div class="tabs" role="tablist" aria-label={label} ref={list} onKeyDown={chooseByKey}>
      {tabs.map((tab) => (
        <TabButton key={tab.id} tab={tab} selected={tab.id === chosen} onClick={() => onChoose(tab.id)} />
      ))}
    </div>
  );
}

function TabButton({
  tab,
  selected,
  onClick,
}: Readonly<{
  tab: Tab<string>;
  selected: boolean;
  onClick: () => void;
}>): JSX.Element {
  return (
    <button
      type="button"
      role="tab"
      id={`tab-${tab.id}`}
      aria-selected={selected}
      aria-controls="tabpanel"
      tabIndex={selected ? 0 : -1}
      onClick={onClick}
    >
      {tab.label}
    </button>
  );
}

/** Index of the tab that a key leads to; `undefined` for other keys. */
function targetOf(key: string, index: number, count: number, rightToLeft: boolean): number | undefined {
  const forward = rightToLeft ? -1 : 1;
  const step = { ArrowRight: forward, ArrowLeft: -forward }[key];
  if (step !== undefined) return (index + step + count) % count;
  return { Home: 0, End: count - 1 }[key];
}
