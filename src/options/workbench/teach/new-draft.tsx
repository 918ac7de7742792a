import { isLoopback, urlMatchesHosts } from '../../../core/hosts/host-pattern';
import type { JSX } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { text } from '../../../platform/browser/i18n';
import { hasAccess, requestAccess } from '../../../platform/browser/page-access';
import { showTab, tab as findTab, type TabFact, allTabs } from '../../../platform/browser/tabs';
import { send } from '../../../platform/messaging/send';
import { Empty, Problem } from '../../../ui/components/problem';
import { Loading } from '../../../ui/components/loading';
import { useAction, type Action } from '../../../ui/hooks/use-action';
import { joinParts, displayName } from '../../../ui/text/naming';
import { goTo } from '../draft/use-draft';
import { createDraftFrom, recordPlainly, type PlainSite } from './create-draft-from';
import { TabChoice } from './tab-choice';
import type { Definition } from '../../../protocol/definition/definition';
import { createRepair, definitionInForce } from '../repair/create-repair';

/** Makes a draft from an open tab, after a request for access to its host alone, and opens the editor. */
export function NewDraft({ tabId }: Readonly<{ tabId: number | undefined }>): JSX.Element {
  if (tabId === undefined)
    return (
      <TabChoice
        label={text('workbench_choose_tab')}
        tabId={undefined}
        onChoose={(id) => goTo(`new?tab=${id}`, true)}
      />
    );
  return <DraftFromTab tabId={tabId} />;
}

function DraftFromTab({ tabId }: Readonly<{ tabId: number }>): JSX.Element {
  const [tab, setTab] = useState<TabFact | null>();
  const [plain, setPlain] = useState<PlainSite>();
  const action = useAction();
  useEffect(() => {
    const begin = async () => {
      const found = await findTab(tabId);
      setTab(found ?? null);
      const origin = matchPatternOf(found?.url);
      if (origin !== undefined && (await hasAccess([origin]))) await action.run(() => createDraftFrom(tabId));
    };
    void begin();
  }, [tabId]);

  if (tab === undefined) return <Loading />;
  const origin = matchPatternOf(tab?.url);
  if (tab?.url === undefined || origin === undefined)
    return (
      <Empty title={text('workbench_no_tab')}>
        <p>{text('workbench_no_tab_hint')}</p>
      </Empty>
    );
  const { hostname } = new URL(tab.url);
  if (plain !== undefined)
    return <Recorded hostname={hostname} tabId={tabId} site={plain} onEnd={() => setPlain(undefined)} />;
  return <Invitation {...{ hostname, origin, tabId, action }} onPlain={setPlain} />;
}

type InvitationProps = Readonly<{
  hostname: string;
  origin: string;
  tabId: number;
  action: Action;
  onPlain: (site: PlainSite) => void;
}>;

/** Asks for access to the host before the page is read. */
function Invitation({ hostname, origin, tabId, action, onPlain }: InvitationProps): JSX.Element {
  const afterAccess = (job: () => Promise<unknown>) => {
    if (action.busy) return;
    // Browsers accept a request for access only within the click, so nothing is awaited before it.
    const request = requestAccess([origin]);
    void action.run(async () => {
      if (await request) await job();
    });
  };
  const teach = () => createDraftFrom(tabId);
  const record = async () => {
    const site = await recordPlainly(tabId);
    if (site === undefined) await teach();
    else onPlain(site);
  };
  const button = (kind: string, label: string, job: () => Promise<unknown>) => (
    <button type="button" class={kind} aria-disabled={action.busy} onClick={() => afterAccess(job)}>
      {label}
    </button>
  );
  return (
    <section class="card stack invitation">
      <h2>{text('workbench_teach_title', hostname)}</h2>
      <p class="muted">{text('workbench_teach_about')}</p>
      <div class="row">
        {button('button main', text('workbench_allow'), teach)}
        {button('button', text('workbench_record_untaught'), record)}
      </div>
      {action.busy && (
        <p class="muted" role="status">
          {text('workbench_reading')}
        </p>
      )}
      <Problem message={action.error} />
    </section>
  );
}

/** Says that the site is now recorded from the structured data of its pages, with the item of this page. */
function Recorded({
  hostname,
  tabId,
  site: { id, item },
  onEnd,
}: Readonly<{
  hostname: string;
  tabId: number;
  site: PlainSite;
  onEnd: () => void;
}>): JSX.Element {
  const action = useAction();
  const undo = async () => {
    if (await action.run(() => send('connectors.remove', { id }))) onEnd();
  };
  const name = displayName(item);
  return (
    <section class="card stack invitation" role="status">
      <h2>{text('workbench_used', hostname)}</h2>
      <p>
        <strong dir="auto">{joinParts(name?.title, name?.detail)}</strong>
      </p>
      <div class="row">
        <button type="button" class="button main" onClick={() => void showTab(tabId)}>
          {text('workbench_show_page')}
        </button>
        <button type="button" class="link" aria-disabled={action.busy} onClick={() => void undo()}>
          {text('common_undo')}
        </button>
      </div>
      <Problem message={action.error} />
    </section>
  );
}

/**
 * The match pattern of a page that can be taught: https, or http on this computer, where nobody else can
 * change the page.
 */
function matchPatternOf(url: string | undefined): string | undefined {
  if (url === undefined || !URL.canParse(url)) return undefined;
  const { protocol, hostname } = new URL(url);
  return protocol === 'https:' || (protocol === 'http:' && isLoopback(hostname))
    ? `${protocol}//${hostname}/*`
    : undefined;
}

type RepairSiteProps = Readonly<{
  siteId: string;
  field: string | undefined;
  tabId: number | undefined;
}>;

/**
 * Repairs a field of a site in this tab, or in a tab that shows the site. If there is none, the person
 * chooses one.
 */
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
