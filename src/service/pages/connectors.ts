import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import type { ConnectorStatus } from '../../protocol/tracker/connectors';
import type { ConnectorRow } from '../store/connectors';
import type { User } from '../store/users';
import { field } from './form-field';
import { formatTime, layout, notice, show, type Html } from './layout';
import { requireUser } from './signed-in';

const LONGEST_NOTE = 500;

/** `/connectors`: submitted connectors and their review. Fields of the form: `decision`, `note`. */
export function connectorPages(service: Service) {
  return new Hono<Env>()
    .use('/connectors', requireUser(service))
    .use('/connectors/*', requireUser(service))
    .get('/connectors', async (c) => show(c, await connectorPage(c, service)))
    .post('/connectors/:id{[0-9][0-9a-v]*}/review', (c) => review(c, service, c.req.param('id')));
}

async function review(c: Context<Env>, service: Service, id: string): Promise<Response> {
  if (!mayReview(c.get('user')))
    return show(c, await connectorPage(c, service, 'Only the owner and reviewers decide.'), 403);
  const form = await c.req.parseBody();
  const decision = field(form, 'decision');
  if (decision !== 'accept' && decision !== 'refuse')
    return show(c, await connectorPage(c, service, 'Choose Accept or Refuse.'), 400);
  const isReviewed = await service.store.connectors.review(
    id,
    decision === 'accept' ? 'accepted' : 'refused',
    field(form, 'note').trim().slice(0, LONGEST_NOTE),
  );
  if (!isReviewed)
    return show(c, await connectorPage(c, service, 'This connector is no longer waiting for review.'), 404);
  await service.store.audit.add(
    c.get('user').id,
    decision === 'accept' ? 'connector-accepted' : 'connector-refused',
    callerOf(c, service),
    (await service.store.connectors.find(id))?.name,
  );
  return c.redirect('/connectors', 303);
}

async function connectorPage(c: Context<Env>, service: Service, problem?: string): Promise<Html> {
  const user = c.get('user');
  const { pending, accepted, refused } = await findConnectors(service, user);
  const main = html`${notice('bad', problem)}
  ${section('Waiting for review', pending, 'No connectors are waiting for review.', mayReview(user))}
  ${section('Accepted', accepted, 'No connectors have been accepted.')}
  ${section('Refused', refused, 'No connectors have been refused.')}`;
  return layout('Connectors', user, main);
}

/** The owner and reviewers see all connectors, everybody else their own and the accepted ones. */
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

function section(
  title: string,
  connectors: readonly ConnectorRow[],
  empty: string,
  isForReview = false,
): Html {
  const list = html`<ul class="rows">
    ${connectors.map((row) => connectorRow(row, isForReview))}
  </ul>`;
  return html`<section>
    <h2>${title} (${connectors.length})</h2>
    ${connectors.length === 0 ? html`<p class="soft">${empty}</p>` : list}
  </section>`;
}

function connectorRow(row: ConnectorRow, isForReview: boolean): Html {
  return html`<li class="row" id="connector-${row.id}">
    <strong>${row.name}</strong> ${formatTime(row.submittedAt)}
    <span class="whole soft">${row.domains.join(', ')}</span>
    ${row.note === null ? '' : html`<span class="whole">${row.note}</span>`}
    <details class="whole">
      <summary>Definition</summary>
      <pre>${JSON.stringify(row.definition, undefined, 2)}</pre>
    </details>
    ${isForReview ? reviewForm(row.id) : ''}
  </li>`;
}

function reviewForm(id: string): Html {
  return html`<form class="whole actions" method="post" action="/connectors/${id}/review">
    <label>Note to the author <input name="note" maxlength="${LONGEST_NOTE}" /></label>
    <button name="decision" value="accept">Accept</button>
    <button class="quiet" name="decision" value="refuse">Refuse</button>
  </form>`;
}
