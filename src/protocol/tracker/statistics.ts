import * as z from 'zod/mini';
import { historyEntrySchema, mediaRecordSchema } from './history';

const sums = {
  films: z.int(),
  episodes: z.int(),
  /** Length of the titles; a rewatch counts again. */
  seconds: z.int(),
};

const sumSchema = z.object(sums);
export type ViewingSum = z.infer<typeof sumSchema>;

const streakSchema = z.object({ days: z.int(), from: z.string(), to: z.string() });
export type StreakRecord = z.infer<typeof streakSchema>;

/** `data` of `GET /statistics`: a year in the person's time zone. Days are written `2026-01-15`. Ours. */
export const statisticsSchema = z.object({
  year: z.int(),
  /** IANA name of the zone. */
  zone: z.string(),
  /** The years from the first to the last in which something was watched. */
  years: z.array(z.int()),
  total: sumSchema,
  /** Number of days on which something was watched. */
  days: z.int(),
  /** Twelve, `2026-01`. */
  months: z.array(z.object({ month: z.string(), ...sums })),
  /** Weeks that begin in the year or include its first day, by their ISO 8601 numbers, from Monday. */
  weeks: z.array(z.object({ week: z.int(), from: z.string(), ...sums })),
  /** Seven, from Monday. */
  weekdays: z.array(sumSchema),
  busiestDay: z.optional(z.object({ day: z.string(), ...sums })),
  /** In this year. */
  longestStreak: z.optional(streakSchema),
  /** Of all years. */
  longestStreakEver: z.optional(streakSchema),
  /** A streak that reaches today or yesterday. */
  currentStreak: z.optional(streakSchema),
  /** The titles that took the most time. */
  top: z.array(z.object({ media: mediaRecordSchema, watches: z.int(), seconds: z.int() })),
  first: z.optional(historyEntrySchema),
  last: z.optional(historyEntrySchema),
});
export type YearStatistics = z.infer<typeof statisticsSchema>;
