import type { RandomBytes } from '../secrets/secret';

export type CreateId = () => string;

const TIME_DIGITS = 10;
const COUNT_DIGITS = 3;
const RANDOM_BYTES = 7;
const RANDOM_DIGITS = 11;

/**
 * Creates ids without a counter in the database. An id has 24 digits of base 32: the time in milliseconds, a
 * count within the millisecond, and 52 random bits. The ids of one process sort as text in the order of their
 * creation.
 */
export function createIds({ now, random }: { now: () => number; random: RandomBytes }): CreateId {
  let latest = 0;
  let count = 0;
  return () => {
    const time = Math.max(latest, now());
    count = time === latest ? count + 1 : 0;
    latest = time;
    const bits = Number.parseInt(Buffer.from(random(RANDOM_BYTES)).toString('hex').slice(0, 13), 16);
    return digits(time, TIME_DIGITS) + digits(count, COUNT_DIGITS) + digits(bits, RANDOM_DIGITS);
  };
}

function digits(number: number, length: number): string {
  return number.toString(32).padStart(length, '0').slice(-length);
}
