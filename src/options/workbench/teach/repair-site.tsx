import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { urlMatchesHosts } from '../../../core/hosts/host-pattern';
import { text } from '../../../platform/browser/i18n';
import { allTabs } from '../../../platform/browser/tabs';
import { Loading } from '../../../ui/components/loading';
import { Problem } from '../../../ui/components/problem';
import { useAction } from '../../../ui/hooks/use-action';
import { TabChoice } from './tab-choice';
import { createRepair, definitionInForce } from '../repair/create-repair';

interface RepairSiteProps {
  readonly siteId: string;
  readonly field: string | undefined;
}

/** Repairs a field of a site in the tab that shows the site; where none does, the person chooses one. */
export function RepairSite({ siteId, field }: RepairSiteProps): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const { run, error } = useAction();
  const repair = (tabId: number) =>
    void run(async () => createRepair(await definitionInForce(siteId), tabId, field));
  useEffect(() => {
    const begin = async () => {
      const { hosts } = await definitionInForce(siteId);
      const tabs = (await allTabs()).filter(({ url = '' }) => URL.canParse(url));
      const tab = tabs.findLast(({ url = '' }) => urlMatchesHosts(new URL(url), hosts));
      if (tab === undefined) setAsked(true);
      else await createRepair(await definitionInForce(siteId), tab.id, field);
    };
    void run(begin);
  }, [siteId]);
  return (
    <>
      {isAsked && <TabChoice label={text('workbench_choose_tab')} tabId={undefined} onChoose={repair} />}
      {!isAsked && error === undefined && <Loading />}
      <Problem message={error} />
    </>
  );
}
