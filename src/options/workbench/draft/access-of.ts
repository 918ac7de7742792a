import { matchPatterns } from '../../../core/hosts/host-pattern';
import type { Definition } from '../../../protocol/definition/definition';

/** The match patterns that a definition needs access to: its pages, its player frames and its API hosts. */
export function accessOf({ hosts, frames = [], apiHosts = [] }: Definition): string[] {
  const all = [...hosts, ...frames.flatMap((frame) => frame.hosts), ...apiHosts];
  return [...new Set(all.flatMap(matchPatterns))];
}
