import { html } from 'hono/html';
import type { ListRefusal } from '../../protocol/connector-list/list-address';
import type { ReportedFault } from '../store/connectors';
import type { MirroredList } from '../store/public-lists';
import type { Store } from '../store/store';
import type { TextKey, Words } from '../texts/words';
import { notice, type Html } from './layout';

/**
 * Lists faults that at least five people have reported. Each has a text for the maintainers of the public
 * list that offers the connector.
 */
export async function reportedFaults(
  words: Words,
  { connectorReports, publicLists }: Store,
): Promise<Html | string> {
  const faults = await connectorReports.faults();
  if (faults.length === 0) return '';
  const lists = await publicLists.all();
  const lines = faults.map((fault) => {
    const list = lists.find(({ connectors }) => connectors.includes(fault.site));
    const issue = issueOf(fault);
    return html`<li class="row">
      <strong>${fault.site}</strong> <span>${faultText(words, fault)}</span>
      <details class="whole">
        <summary>${words.text('issue_text')}</summary>
        <pre dir="ltr" tabindex="0">${issue.title}${'\n\n'}${issue.body}</pre>
        ${list?.issues === undefined ? '' : issueLink(words, list.issues, issue)}
      </details>
    </li>`;
  });
  return html`<section>
    <h2>${words.text('sites_changed')} (${words.format.number(faults.length)})</h2>
    <p class="soft">${words.text('sites_changed_about')}</p>
    <ul class="rows">
      ${lines}
    </ul>
  </section>`;
}

function faultText(words: Words, { field, rung, shape, people }: ReportedFault): string {
  if (shape !== undefined) return words.text('fault_page', shape, people);
  return rung === null
    ? words.text('put_back_no_source', field, people)
    : words.text('put_back_source', field, rung + 1, people);
}

type FaultIssue = Readonly<{
  title: string;
  body: string;
}>;

/**
 * The text of an issue about a fault. It is English, because maintainers of public lists read it. It names no
 * person and no title.
 */
function issueOf({ site, field, rung, shape, people, from, to }: ReportedFault): FaultIssue {
  const fault = faultOf({ field, rung, shape });
  const day = (time: number) => new Date(time).toISOString().slice(0, 10);
  return {
    title: `${site}: ${fault}`,
    body: [
      `The connector \`${site}\` no longer reads its site: ${fault}.`,
      '',
      `- Reported from ${String(people)} networks, ${day(from)} to ${day(to)}`,
      `- Field: \`${field}\`; source that answered: ${rung === null ? 'none' : String(rung + 1)}`,
      ...(shape === undefined ? [] : [`- Shape of the address: \`${shape}\``]),
      '',
      `Reproduce with a saved page: \`npm run connector -- read ${site} --page page.html --url …\``,
    ].join('\n'),
  };
}

function faultOf({ field, rung, shape }: Pick<ReportedFault, 'field' | 'rung' | 'shape'>): string {
  if (shape !== undefined) return `no page for ${shape}`;
  return rung === null ? `no source gives ${field}` : `${field} comes from source ${String(rung + 1)} only`;
}

function issueLink(words: Words, address: string, { title, body }: FaultIssue): Html {
  const url = new URL(address);
  url.searchParams.set('title', title);
  url.searchParams.set('body', body);
  return html`<p><a href="${url.href}" rel="noreferrer">${words.text('open_issue')}</a></p>`;
}

/**
 * Shows the public lists that this tracker mirrors and, if the newest state of a list is refused, the reason.
 */
export function mirroredLists(words: Words, lists: MirroredList[]): Html | string {
  if (lists.length === 0) return '';
  const { format } = words;
  const rows = lists.map(({ name, address, connectors, checkedAt, refused }) => {
    const state = words.text('list_state', format.number(connectors.length), format.time(checkedAt));
    return html`<li class="row">
      <strong dir="auto">${name}</strong> <span>${state}</span>
      <span class="whole soft" dir="ltr">${address}</span>
      ${notice('bad', refused && refusal(words, refused))}
    </li>`;
  });
  return html`<section>
    <h2>${words.text('public_lists')} (${format.number(lists.length)})</h2>
    <ul class="rows">
      ${rows}
    </ul>
  </section>`;
}

/** Text of a refusal. The stored code may come from another version of the service. */
function refusal(words: Words, refused: string): string {
  const reason: TextKey = reasons[refused] ?? 'list_damaged';
  return words.text('list_not_taken', words.text(reason));
}

const reasons: Partial<Readonly<Record<string, TextKey>>> = {
  unreachable: 'list_unreachable',
  signature: 'list_signature',
  other_key: 'list_other_key',
  older: 'list_older',
  expired: 'list_expired',
  forked: 'list_forked',
} satisfies Partial<Record<ListRefusal, TextKey>>;
