import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to at most 1.4 times of what is in use before it is cleaned; without it V8 allows four
 * times, so that pages of 500 viewings left 80 MB of garbage. Costs no measurable time: 15 MB are in use.
 * Only for a process that does nothing else, because it is set for all of it.
 */
export function limitMemory(): void {
  setFlagsFromString('--heap-growing-percent=40');
}
