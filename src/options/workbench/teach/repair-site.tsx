import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { urlMatchesHosts } from '../../../core/hosts/host-pattern';
import { text } from '../../../platform/browser/i18n';
import { allTabs } from '../../../platform/browser/tabs';
import type { Definition } from '../../../protocol/definition/definition';
import { Problem } from '../../../ui/components/problem';
import { Loading } from '../../../ui/components/loading';
import { useAction } from '../../../ui/hooks/use-action';
import { TabChoice } from './tab-choice';
import { createRepair, definitionInForce } from '../repair/create-repair';

type RepairSiteProps = Readonly<{
  siteId: string;
  field: string | undefined;
  tabId: number | undefined;
}>;

/** Repairs a field of a site in this tab, or in one that shows it; else the person chooses one. */
export function RepairSite({ siteId, field, tabId }: RepairSiteProps): JSX.Element {
  const [isAsked, setAsked] = useState(false);
  const { run, error } = useAction();
  const repair = (chosen: number) =>
    void run(async () => createRepair(await definitionInForce(siteId), chosen, field));
  useEffect(() => {
    const begin = async () => {
      const definition = await definitionInForce(siteId);
      const tab = tabId ?? (await tabOf(definition));
      if (tab === undefined) setAsked(true);
      else await createRepair(definition, tab, field);
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

async function tabOf({ hosts }: Definition): Promise<number | undefined> {
  const tabs = (await allTabs()).filter(({ url = '' }) => URL.canParse(url));
  return tabs.findLast(({ url = '' }) => urlMatchesHosts(new URL(url), hosts))?.id;
}
