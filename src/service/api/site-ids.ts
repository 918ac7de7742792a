import { saidSiteIdSchema, siteIdStateSchema } from '../../protocol/tracker/site-ids';
import { readBody } from '../http/read-body';
import { OWN } from './description/operation';
import { route, type Handler } from './route';

const say: Handler = async (c, { store: { siteIds } }) => {
  const { type, tmdbId, ...said } = await readBody(c, saidSiteIdSchema);
  const work = `${type === 'movie' ? 'movie' : 'tv'}/${String(tmdbId)}`;
  if (tmdbId === null) await siteIds.takeBack(c.get('userId'), said);
  else await siteIds.say(c.get('userId'), said, work);
  const works = await siteIds.works(said);
  return c.json({ success: true, data: { agreed: works.length <= 1 } });
};

/** Ours: a person states which work a site's own id means; it counts for everybody on this tracker. */
export const siteIdRoute = route(
  {
    method: 'POST',
    path: `${OWN}/site-ids`,
    summary: 'Say which work a site means by an id in its addresses, or take that back',
    access: 'write',
    isForExtension: true,
    body: saidSiteIdSchema,
    data: siteIdStateSchema,
  },
  say,
);
