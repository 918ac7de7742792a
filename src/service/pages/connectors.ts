import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import { callerOf } from '../http/caller';
import type { Env, Service } from '../http/environment';
import type { ConnectorRow } from '../store/connectors';
import { field } from './form-field';
import { formatTime, layout, notice, show, type Html } from './layout';
import { requireUser } from './signed-in';

const LONGEST_NOTE = 500;

/** `/connectors`: submitted connectors and their review. Fields of the form: `decision`, `note`. */
export function connectorPages(service: Service) {
  return new Hono<Env>()
    .use('/connectors', requireUser(service))
    .use('/connectors/*', requireUser(service))
    .get('/connectors', (c) => show(c, connectorPage(c, service)))
    .post('/connectors/:id{[0-9]+}/review', (c) => review(c, service, Number(c.req.param('id'))));
}

async function review(c: Context<Env>, service: Service, id: number): Promise<Response> {
  const form = await c.req.parseBody();
  const decision = field(form, 'decision');
  if (decision !== 'accept' && decision !== 'refuse')
    return show(c, connectorPage(c, service, 'Choose Accept or Refuse.'), 400);
  const isReviewed = service.store.connectors.review(
    id,
    decision === 'accept' ? 'accepted' : 'refused',
    field(form, 'note').trim().slice(0, LONGEST_NOTE),
  );
  if (!isReviewed)
    return show(c, connectorPage(c, service, 'This connector is no longer waiting for review.'), 404);
  service.store.audit.add(
    c.get('user').id,
    decision === 'accept' ? 'connector-accepted' : 'connector-refused',
    callerOf(c, service),
    service.store.connectors.find(id)?.name,
  );
  return c.redirect('/connectors', 303);
}

function connectorPage(c: Context<Env>, service: Service, problem?: string): Html {
  const { connectors } = service.store;
  const main = html`${notice('bad', problem)}
  ${section('Waiting for review', connectors.withStatus('pending'), 'No connectors are waiting for review.')}
  ${section('Accepted', connectors.withStatus('accepted'), 'No connectors have been accepted.')}
  ${section('Refused', connectors.withStatus('refused'), 'No connectors have been refused.')}`;
  return layout('Connectors', c.get('user'), main);
}

function section(title: string, connectors: readonly ConnectorRow[], empty: string): Html {
  const list = html`<ul class="rows">
    ${connectors.map(connectorRow)}
  </ul>`;
  return html`<section>
    <h2>${title} (${connectors.length})</h2>
    ${connectors.length === 0 ? html`<p class="soft">${empty}</p>` : list}
  </section>`;
}

function connectorRow(row: ConnectorRow): Html {
  return html`<li class="row" id="connector-${row.id}">
    <strong>${row.name}</strong> ${formatTime(row.submittedAt)}
    <span class="whole soft">${row.domains.join(', ')}</span>
    ${row.note === null ? '' : html`<span class="whole">${row.note}</span>`}
    <details class="whole">
      <summary>Definition</summary>
      <pre>${JSON.stringify(row.definition, undefined, 2)}</pre>
    </details>
    ${row.status === 'pending' ? reviewForm(row.id) : ''}
  </li>`;
}

function reviewForm(id: number): Html {
  return html`<form class="whole actions" method="post" action="/connectors/${id}/review">
    <label>Note to the author <input name="note" maxlength="${LONGEST_NOTE}" /></label>
    <button name="decision" value="accept">Accept</button>
    <button class="quiet" name="decision" value="refuse">Refuse</button>
  </form>`;
}
