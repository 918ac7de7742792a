import { Hono } from 'hono';
import { html } from 'hono/html';
import type { Env, Service } from '../http/environment';
import type { User } from '../store/accounts';
import type { ConnectorRow } from '../store/connectors';
import { field } from './form-field';
import { formatTime, layout, notice, show, type Html } from './layout';
import { requireUser } from './signed-in';

/** Connectors that wait for review, with accept and refuse, and what was decided. Form: `decision`, `note`. */
export function connectorPages(service: Service) {
  const { connectors } = service.store;
  const page = (user: User, message?: Html | '') =>
    layout(
      'Connectors',
      user,
      html`${message ?? ''}
      ${section('Waiting for review', connectors.withStatus('pending'), 'Nothing waits.')}
      ${section('Accepted', connectors.withStatus('accepted'), 'None yet.')}
      ${section('Refused', connectors.withStatus('refused'), 'None.')}`,
    );
  return new Hono<Env>()
    .use('/connectors', requireUser(service))
    .use('/connectors/*', requireUser(service))
    .get('/connectors', (c) => show(c, page(c.get('user'))))
    .post('/connectors/:id{[0-9]+}/review', async (c) => {
      const form = await c.req.parseBody();
      const decision = field(form, 'decision');
      if (decision !== 'accept' && decision !== 'refuse')
        return show(c, page(c.get('user'), notice('bad', 'Choose to accept or to refuse.')), 400);
      const done = connectors.review(
        Number(c.req.param('id')),
        decision === 'accept' ? 'accepted' : 'refused',
        field(form, 'note').trim().slice(0, 500),
      );
      if (!done)
        return show(
          c,
          page(c.get('user'), notice('bad', 'This connector does not wait for review any more.')),
          404,
        );
      return c.redirect('/connectors', 303);
    });
}

function section(title: string, list: ConnectorRow[], empty: string): Html {
  return html`<section>
    <h2>${title} (${list.length})</h2>
    ${
      list.length === 0
        ? html`<p class="soft">${empty}</p>`
        : html`<ul class="rows">
            ${list.map(entry)}
          </ul>`
    }
  </section>`;
}

function entry(row: ConnectorRow): Html {
  return html`<li class="row" id="connector-${row.id}">
    <strong>${row.name}</strong> ${formatTime(row.submittedAt)}
    <span class="whole soft">${row.domains.join(', ')}</span>
    ${row.note === null ? '' : html`<span class="whole">${row.note}</span>`}
    <details class="whole">
      <summary>Definition</summary>
      <pre>${JSON.stringify(row.definition, undefined, 2)}</pre>
    </details>
    ${row.status === 'pending' ? reviewForm(row) : ''}
  </li>`;
}

function reviewForm(row: ConnectorRow): Html {
  return html`<form class="whole actions" method="post" action="/connectors/${row.id}/review">
    <label>Note to the author <input name="note" maxlength="500" /></label>
    <button name="decision" value="accept">Accept</button>
    <button class="quiet" name="decision" value="refuse">Refuse</button>
  </form>`;
}
