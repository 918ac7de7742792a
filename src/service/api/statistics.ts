import { statisticsSchema } from '../../protocol/tracker/statistics';
import { yearOf, dayAt } from '../../core/library/zoned-time';
import { invalid } from '../http/api-error';
import { originOf } from '../http/environment';
import { yearStatistics } from '../library/year-statistics';
import { OWN } from './description/operation';
import { route, type Handler } from './route';

const answerYear: Handler = async (c, service) => {
  const userId = c.get('userId');
  const zone = await service.store.preferences.zoneOf(userId);
  const text = c.req.query('year');
  if (text !== undefined && !/^(?:19[7-9]\d|2[0-4]\d\d)$/.test(text))
    throw invalid('`year` must be a year from 1970 to 2499');
  const year = text === undefined ? yearOf(dayAt(zone, service.now())) : Number(text);
  const data = await yearStatistics(service, { userId, zone, year, origin: originOf(c, service) });
  return c.json({ success: true, data });
};

/** Ours: a year in the time zone of the person. */
export const statisticsRoute = route(
  {
    method: 'GET',
    path: `${OWN}/statistics`,
    summary: 'A year by month, week and weekday, with streaks and what took the most time',
    access: 'read',
    query: [
      { name: 'year', about: 'This year, when it is absent', schema: { type: 'integer', minimum: 1970 } },
    ],
    data: statisticsSchema,
  },
  answerYear,
);
