import { Hono } from 'hono';
import { html } from 'hono/html';
import { channelTitles, findChannel } from '../channels';
import { originOf, type Env, type Service } from '../http/environment';
import { layout, show } from './layout';
import { requireUser } from './signed-in';

/** A channel with its lists. */
export function channelPages(service: Service) {
  return new Hono<Env>().use('/channels/*', requireUser(service)).get('/channels/:id', async (c) => {
    const user = c.get('user');
    const channel = await findChannel(service, c.req.param('id'), user.id, originOf(c, service));
    if (channel === undefined)
      return show(c, layout('Not found', user, html`<p>There is no such channel.</p>`), 404);
    const others = channelTitles.filter(({ id }) => id !== channel.id);
    return show(
      c,
      layout(
        channel.title,
        user,
        html`<p class="soft">${channel.description}</p>
          <p>${others.map(({ id, title }) => html`<a href="/channels/${id}">${title}</a>`)}</p>
          ${channel.lists.map(
            (list) =>
              html`<section>
                <h2>${list.title} (${list.items.length})</h2>
                ${list.items.length === 0 ? html`<p class="soft">Nothing here yet.</p>` : ''}
                <ul class="rows">
                  ${list.items.map((item) => html`<li class="row"><a href="${item.url}">${item.title}</a> <span class="soft">${item.subtitle ?? ''}</span></li>`)}
                </ul>
              </section>`,
          )}`,
      ),
    );
  });
}
