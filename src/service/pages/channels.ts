import { Hono, type Context } from 'hono';
import { html } from 'hono/html';
import type { Channel } from '../../protocol/tracker/channel';
import type { ListItem } from '../../protocol/tracker/list-item';
import { originOf, type Env, type Service } from '../http/environment';
import { channelTitles, findChannel } from '../library/channels';
import { layout, show, type Html } from './layout';
import { requireUser } from './signed-in';

/** `/channels/{id}`: a channel with its lists. */
export function channelPages(service: Service) {
  return new Hono<Env>()
    .use('/channels/*', requireUser(service))
    .get('/channels/:id', (c) => showChannel(c, service, c.req.param('id')));
}

async function showChannel(c: Context<Env>, service: Service, id: string): Promise<Response> {
  const user = c.get('user');
  const channel = await findChannel(service, id, user.id, originOf(c, service));
  if (channel === undefined)
    return show(c, layout('Channel not found', user, html`<p>No channel has this address.</p>`), 404);
  const main = html`<p class="soft">${channel.description}</p>
    ${otherChannels(id)} ${channel.lists.map(listSection)}`;
  return show(c, layout(channel.title, user, main));
}

function otherChannels(id: string): Html {
  const others = channelTitles.filter((channel) => channel.id !== id);
  return html`<p>
    ${others.map((channel) => html`<a href="/channels/${channel.id}">${channel.title}</a>`)}
  </p>`;
}

function listSection({ title, items }: Channel['lists'][number]): Html {
  return html`<section>
    <h2>${title} (${items.length})</h2>
    ${items.length === 0 ? html`<p class="soft">Nothing here yet.</p>` : ''}
    <ul class="rows">
      ${items.map(itemRow)}
    </ul>
  </section>`;
}

function itemRow({ url, title, subtitle, posterUrl }: ListItem): Html {
  const poster =
    posterUrl === undefined
      ? ''
      : html`<img src="${posterUrl}" alt="" width="32" height="48" loading="lazy" />`;
  return html`<li class="row">
    ${poster}<a href="${url}">${title}</a> <span class="soft">${subtitle ?? ''}</span>
  </li>`;
}
