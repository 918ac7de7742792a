/** Seconds between two looks of a page at its player while nothing happens to it: eight timers a minute. */
export const pollSeconds = 7.5;
