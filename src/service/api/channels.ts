import { channelBriefSchema, channelDetailsSchema, channelTypes } from '../../protocol/tracker/widgets';
import { invalid, notFound } from '../http/api-error';
import { channelDetails, channelSources } from '../library/channel-lists';
import { answerPage, readerOf, readPage } from './pages';
import { route, type Handler, type Route } from './route';

const SCOPES: readonly (string | undefined)[] = [undefined, '', 'mine', 'following'];

/** Nobody follows a channel here: everybody with an account sees all of them. */
const answerChannels: Handler = async (c, service) => {
  const page = readPage(c);
  const { type, scope } = c.req.query();
  const isType = (text: string) => channelTypes.some((one) => one === text);
  if (type && !isType(type)) throw invalid(`\`type\` must be one of ${channelTypes.join(', ')}`);
  if (!SCOPES.includes(scope)) throw invalid('`scope` must be "mine" or "following"');
  const userId = c.get('userId');
  const sources = (await channelSources(service, await readerOf(c, service))).filter(
    (channel) =>
      (!type || channel.type === type) &&
      (!scope || (scope === 'mine' && channel.brief.owner?.id === userId)),
  );
  const items = sources.slice(page.offset, page.offset + page.limit).map(({ brief }) => brief);
  return answerPage(c, page, { items, total: sources.length });
};

const answerChannel: Handler = async (c, service) => {
  const channel = await channelDetails(service, c.req.param('id') ?? '', await readerOf(c, service));
  if (channel === undefined) throw notFound('No channel has this id');
  return c.json({ success: true, data: channel });
};

export const channelRoutes: readonly Route[] = [
  route(
    {
      method: 'GET',
      path: '/channels',
      summary: 'The channels: open films, the series of the person, and people with public lists',
      access: 'read',
      isForExtension: true,
      query: [
        { name: 'type', about: 'Only these', schema: { type: 'string', enum: channelTypes } },
        {
          name: 'scope',
          about: 'Only the own one; nobody follows a channel',
          schema: { type: 'string', enum: ['mine', 'following'] },
        },
      ],
      page: channelBriefSchema,
    },
    answerChannels,
  ),
  route(
    {
      method: 'GET',
      path: '/channels/:id',
      summary: 'A channel with its lists; their entries are at `/lists/{id}/items`',
      access: 'read',
      isForExtension: true,
      data: channelDetailsSchema,
      refusals: [404],
    },
    answerChannel,
  ),
];
