import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { isRecord } from '../../core/values/is-record';
import { parseJson } from '../../core/values/parse-json';
import { checkImportedDefinition } from '../../protocol/definition/check-imported';
import { ownDefinition } from '../../protocol/tracker/extractors';
import { callerOf, type Env, type Service } from '../http/environment';
import { allowOwnScript } from '../http/request-steps';
import type { ConnectorStatus } from '../../protocol/tracker/connectors';
import { packagedDefinition, signList, publish } from '../releases/sign-list';
import type { ConnectorRow } from '../store/connectors';
import type { User } from '../store/users';
import { hasReplayScript } from './asset-routes';
import { field } from './forms';
import { formatTime, layout, notice, show, type Html, wordsOf } from './layout';
import { describeSubmission, type Before } from './describe-submission';
import { mirroredLists, reportedFaults } from './public-lists';
import { requireUser } from './signed-in';
import type { TextKey, Words } from '../texts/words';
import type { AuditEvent } from '../store/audit';

/** The percentage of installations that get a connector after the decision `try`. */
const FIRST_SHARE = 10;

/** A reviewer's decisions, which are the values of the buttons. */
const decisions = ['try', 'accept', 'refuse', 'take-back'] as const;

const GONE: DecisionResult = { problem: 'no_longer_waiting' };

const LONGEST_NOTE = 500;

/**
 * `/connectors`: submitted connectors and their review. The review form has the fields `decision` and `note`.
 */
export function connectorPages(service: Service) {
  return new Hono<Env>()
    .use('/connectors', requireUser(service))
    .use('/connectors/*', requireUser(service))
    .get('/connectors', async (c) => show(c, await connectorPage(c, service)))
    .get('/connectors/:id{[0-9][0-9a-v]*}/file', (c) => sendFile(c, service, c.req.param('id')))
    .get('/connectors/:id{[0-9][0-9a-v]*}/replay', (c) => sendReplay(c, service, c.req.param('id')))
    .post('/connectors/:id{[0-9][0-9a-v]*}/review', (c) => review(c, service, c.req.param('id')));
}

/** Sends a submission as a file for the workbench, so that reviewers can try it on the site itself. */
async function sendFile(c: Context<Env>, service: Service, id: string): Promise<Response> {
  if (!mayReview(c.get('user'))) return show(c, await connectorPage(c, service, 'only_reviewers'), 403);
  const row = await service.store.connectors.find(id);
  if (row === undefined) return show(c, await connectorPage(c, service, 'no_longer_waiting'), 404);
  const { definition, cases } = row;
  c.header('Content-Disposition', `attachment; filename="connector-${id}.matinee.json"`);
  return c.json({ matinee: 'connector', version: 1, definition, cases });
}

/**
 * Sends a submission's definition and saved pages to the script, which replays the pages in the browser
 * because the service has no DOM. An answer without a body means that there is nothing to replay.
 */
async function sendReplay(c: Context<Env>, { store }: Service, id: string): Promise<Response> {
  if (!mayReview(c.get('user'))) return c.body(null, 403);
  const row = await store.connectors.find(id);
  const checked = checkImportedDefinition(row && ownDefinition(row.definition));
  if (row === undefined || !checked.ok) return c.body(null, 404);
  return c.json({ definition: checked.definition, cases: row.cases });
}

async function review(c: Context<Env>, service: Service, id: string): Promise<Response> {
  if (!mayReview(c.get('user'))) return show(c, await connectorPage(c, service, 'only_reviewers'), 403);
  const form = await c.req.parseBody();
  const decision = decisions.find((one) => one === field(form, 'decision'));
  if (decision === undefined) return show(c, await connectorPage(c, service, 'choose_button'), 400);
  const note = field(form, 'note').trim().slice(0, LONGEST_NOTE);
  const result = await decide(service, decision, { id, note });
  if ('problem' in result) return show(c, await connectorPage(c, service, result.problem), 404);
  const name = (await service.store.connectors.find(id))?.name;
  await service.store.audit.add(c.get('user').id, result.event, callerOf(c, service), name);
  return c.redirect('/connectors', 303);
}

async function connectorPage(c: Context<Env>, service: Service, problem?: TextKey): Promise<Html> {
  const user = c.get('user');
  const words = wordsOf(c);
  const { pending, accepted, refused } = await findConnectors(service, user);
  const isReplayed = mayReview(user) && pending.some(({ cases }) => cases.length > 0) && hasReplayScript();
  if (isReplayed) allowOwnScript(c, { isAsking: true });
  const rows = (connectors: ConnectorRow[]) =>
    Promise.all(
      connectors.map((row) => connectorRow(words, service, row, { isReviewer: mayReview(user), isReplayed })),
    );
  const main = html`${notice('bad', problem && words.text(problem))}
  ${mayReview(user) ? await reportedFaults(words, service.store) : ''}
  ${mayReview(user) ? mirroredLists(words, await service.store.publicLists.all()) : ''}
  ${section(words, 'waiting_for_review', await rows(pending), 'none_waiting')}
  ${section(words, 'accepted', await rows(accepted), 'none_accepted')}
  ${section(words, 'rejected', await rows(refused), 'none_rejected')}
  ${isReplayed ? html`<script src="/replay.js" defer></script>` : ''}`;
  return layout(c, words.text('connectors'), main);
}

/** The owner and reviewers see all connectors. Others see their own and the accepted ones. */
async function findConnectors({ store: { connectors } }: Service, user: User) {
  const visible = mayReview(user) ? undefined : await connectors.visibleTo(user.id);
  const find = async (status: ConnectorStatus) =>
    visible?.filter((row) => row.status === status) ?? connectors.withStatus(status);
  return {
    pending: await find('pending'),
    accepted: await find('accepted'),
    refused: await find('refused'),
  };
}

function mayReview({ role }: User): boolean {
  return role !== 'member';
}

function section(words: Words, title: TextKey, rows: Html[], empty: TextKey): Html {
  const list = html`<ul class="rows">
    ${rows}
  </ul>`;
  return html`<section>
    <h2>${words.text(title)} (${words.format.number(rows.length)})</h2>
    ${rows.length === 0 ? html`<p class="soft">${words.text(empty)}</p>` : list}
  </section>`;
}

async function connectorRow(
  words: Words,
  service: Service,
  row: ConnectorRow,
  { isReviewer, isReplayed }: Readonly<{ isReviewer: boolean; isReplayed: boolean }>,
): Promise<Html> {
  const { releases } = service.store;
  const released = await releases.ofSubmission(row.id);
  const isPending = row.status === 'pending';
  const before = isPending ? await findBefore(service, row) : undefined;
  return html`<li class="row" id="connector-${row.id}">
    <strong>${row.name}</strong> ${formatTime(words, row.submittedAt)}
    <span class="whole soft">${row.domains.join(', ')}</span>
    ${row.note === null ? '' : html`<span class="whole" dir="auto">${row.note}</span>`}
    ${released === undefined ? '' : html`<span class="whole">${shareText(words, released)}</span>`}
    ${before === undefined ? '' : describeSubmission(words, row, before, isReplayed)}
    <details class="whole">
      <summary>${words.text('definition')}</summary>
      <pre dir="ltr" tabindex="0">${JSON.stringify(row.definition, undefined, 2)}</pre>
    </details>
    ${isReviewer && isPending ? html`${fileLink(words, row.id)} ${reviewForm(words, row.id)}` : ''}
    ${isReviewer && released !== undefined ? releaseForm(words, row.id, released.share) : ''}
  </li>`;
}

/** The definitions that the submission would replace: the one published here, and the packaged one. */
async function findBefore({ store }: Service, { definition }: ConnectorRow): Promise<Before> {
  const id = definition['id'];
  const file = typeof id === 'string' ? await store.releases.latestFile(id) : undefined;
  const content = file === undefined ? undefined : parseJson(file);
  const published = isRecord(content) ? content['definition'] : undefined;
  return { published, packaged: await packagedDefinition(id) };
}

function shareText(words: Words, { share, version }: Readonly<{ share: number; version: number }>): string {
  if (share === 0) return words.text('version_taken_back', version);
  return share === 100
    ? words.text('version_for_everybody', version)
    : words.text('version_for_some', version, share);
}

function fileLink(words: Words, id: string): Html {
  return html`<p class="whole">
    <a href="/connectors/${id}/file" download>${words.text('replay_file')}</a>
    <span class="soft">${words.text('replay_file_about')}</span>
  </p>`;
}

function reviewForm(words: Words, id: string): Html {
  return html`<form class="whole actions" method="post" action="/connectors/${id}/review">
    <label>${words.text('note_to_author')} <input name="note" maxlength="${LONGEST_NOTE}" /></label>
    <button name="decision" value="try">${words.text('accept_for_some', FIRST_SHARE)}</button>
    <button name="decision" value="accept">${words.text('accept_for_everybody')}</button>
    <button class="quiet" name="decision" value="refuse">${words.text('reject')}</button>
  </form>`;
}

function releaseForm(words: Words, id: string, share: number): Html {
  const everybody = html`<button name="decision" value="accept">${words.text('give_to_everybody')}</button>`;
  const back = html`<button class="quiet" name="decision" value="take-back">
    ${words.text('take_back_connector')}
  </button>`;
  return html`<form class="whole actions" method="post" action="/connectors/${id}/review">
    ${share < 100 ? everybody : ''} ${share > 0 ? back : ''}
  </form>`;
}

export type ReviewDecision = (typeof decisions)[number];

/** Either why a decision could not be carried out, or the event for the log. */
type DecisionResult = Readonly<{ problem: TextKey }> | Readonly<{ event: AuditEvent }>;

type Deciding = Pick<Service, 'store' | 'now'>;

type OpenSubmission = Readonly<{
  id: string;
  note: string;
}>;

/** Carries out a decision: sets the status, publishes or withdraws, and signs a new list. */
export async function decide(
  service: Deciding,
  decision: ReviewDecision,
  { id, note }: OpenSubmission,
): Promise<DecisionResult> {
  const { connectors, releases } = service.store;
  if (decision === 'refuse')
    return (await connectors.review(id, 'refused', note)) ? { event: 'connector-refused' } : GONE;
  const released = await releases.ofSubmission(id);
  const share = { try: FIRST_SHARE, accept: 100, 'take-back': 0 }[decision];
  if (released !== undefined) await releases.setShare(released.sha256, share);
  else if (decision === 'take-back' || !(await connectors.review(id, 'accepted', note))) return GONE;
  else await publishSubmission(service, id, share);
  await signList({ releases, now: service.now });
  return { event: decision === 'take-back' ? 'connector-taken-back' : 'connector-accepted' };
}

/**
 * Publishes a submission. A connector without cases is not published, because nothing could test it before
 * use.
 */
async function publishSubmission({ store }: Deciding, id: string, share: number): Promise<void> {
  const row = await store.connectors.find(id);
  const checked = checkImportedDefinition(row && ownDefinition(row.definition));
  if (row === undefined || row.cases.length === 0 || !checked.ok) return;
  await publish(store.releases, { definition: checked.definition, cases: row.cases, share, submission: id });
}
