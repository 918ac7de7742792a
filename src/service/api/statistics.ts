import { Hono } from 'hono';
import { yearOf } from '../calendar/days';
import { dayAt } from '../calendar/zoned-time';
import { invalid } from '../http/api-error';
import { authenticate } from '../http/authenticate';
import { originOf, type Env, type Service } from '../http/environment';
import { yearStatistics } from '../library/year-statistics';

/** Ours: `GET /statistics`, a year in the time zone of the person. */
export function statisticsRoute(service: Service) {
  return new Hono<Env>().get('/statistics', authenticate(service, 'read'), async (c) => {
    const userId = c.get('userId');
    const zone = await service.store.preferences.zoneOf(userId);
    const text = c.req.query('year');
    if (text !== undefined && !/^(?:19[7-9]\d|2[0-4]\d\d)$/.test(text))
      throw invalid('`year` must be a year from 1970 to 2499');
    const year = text === undefined ? yearOf(dayAt(zone, service.now())) : Number(text);
    const data = await yearStatistics(service, { userId, zone, year, origin: originOf(c, service) });
    return c.json({ success: true, data });
  });
}
