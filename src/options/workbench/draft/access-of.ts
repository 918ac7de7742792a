import { matchPatterns } from '../../../core/hosts/host-pattern';
import type { Definition } from '../../../protocol/definition';

/** What the browser is asked for so that this definition can work: its pages, its player frames, the hosts it asks. */
export function accessOf({ hosts, frames = [], apiHosts = [] }: Definition): readonly string[] {
  return [
    ...new Set([...hosts, ...frames.flatMap((frame) => frame.hosts), ...apiHosts].flatMap(matchPatterns)),
  ];
}
