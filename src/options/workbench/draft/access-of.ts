import { matchPatterns } from '../../../core/hosts/host-pattern';
import type { Definition } from '../../../protocol/definition/definition';

/**
 * The match patterns a definition needs access to: its pages, its player frames and the hosts of its
 * endpoints.
 */
export function accessOf({ hosts, frames = [], apiHosts = [] }: Definition): string[] {
  const all = [...hosts, ...frames.flatMap((frame) => frame.hosts), ...apiHosts];
  return [...new Set(all.flatMap(matchPatterns))];
}
