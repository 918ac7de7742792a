import { setFlagsFromString } from 'node:v8';

/**
 * Lets the heap grow to at most 1.4 times the used size before garbage collection. By default V8 allows four
 * times, so that pages of 500 viewings left 80 MB of garbage. There is no measurable cost: 15 MB are in use.
 * Only for a process that does nothing else, because the setting is global.
 */
export function limitMemory(): void {
  setFlagsFromString('--heap-growing-percent=40');
}
