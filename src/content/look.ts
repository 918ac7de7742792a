import { send } from '../platform/send';
import type { Definition } from '../protocol/definition';
import type { Report } from '../protocol/report';
import type { ReadContext } from './reader/context';
import { isProduct } from './reader/is-product';
import { matchFrame, matchPage } from './reader/match-page';
import { createMemory } from './reader/memory';
import { seePage } from './reader/see-page';

/** What one look found: the parts of a report. */
export interface Seen {
  readonly video?: HTMLVideoElement | undefined;
  readonly reading?: Report['reading'];
  readonly playback?: Report['playback'];
  readonly gate?: Report['gate'];
}

/** Looks at the page once; undefined where the definition has no page (or frame) for the address. */
export interface Look {
  (address: string): Promise<Seen | undefined>;
  /** What there is to say at once, while the page goes: the last reading with the player's position now. */
  last(): Seen | undefined;
}

export function createLook(definition: Definition, top: boolean): Look {
  const memory = createMemory();
  let last: Seen | undefined;
  let hasClock = false;
  let proven = false;

  const look = async (address: string): Promise<Seen | undefined> => {
    const url = new URL(address);
    const matched = top ? matchPage(definition, url) : matchFrame(definition, url);
    last = matched && (await see(url, matched));
    return last;
  };

  async function see(url: URL, matched: Parameters<typeof seePage>[0]): Promise<Seen | undefined> {
    const player = 'page' in matched ? matched.page.player : matched.player;
    hasClock = player?.clock !== undefined;
    const world = { ...worldOf(url), url, definition, memory, now: Date.now() };
    proven ||= !top || (await isProduct(world));
    if (!proven) return undefined;
    const { video, reading, playback, gate } = await seePage(matched, world);
    if (gate === 'closed') return undefined;
    const { item, identity, confidence, degraded, missing } = reading ?? {};
    return {
      video,
      reading: identity === undefined ? last?.reading : ({ item, identity, confidence, degraded, missing } as Report['reading']),
      playback: playback && { ...playback, position: finite(playback.position), duration: finite(playback.duration) },
      gate,
    };
  }

  look.last = (): Seen | undefined => {
    const { video, playback } = last ?? {};
    if (video === undefined || playback === undefined) return last;
    const now = Date.now();
    const position = hasClock ? playback.position + (playback.state === 'playing' ? ((now - playback.at) / 1000) * playback.rate : 0) : video.currentTime;
    return { ...last, playback: { ...playback, position: finite(position), at: now } };
  };
  return look;
}

function worldOf(url: URL): Pick<ReadContext, 'document' | 'mediaSession' | 'storage' | 'requests' | 'askEndpoint' | 'askPageWorld'> {
  return {
    document,
    mediaSession: () => navigator.mediaSession?.metadata ?? undefined,
    storage(area) {
      try {
        return area === 'local' ? localStorage : sessionStorage;
      } catch {
        // A sandboxed frame has none.
        return undefined;
      }
    },
    requests: () => performance.getEntriesByType('resource').map(({ name }) => name),
    askEndpoint: async (name, values) => {
      const answer = await send('endpoint', { name, values, url: url.href.slice(0, 4_000) });
      return 'value' in answer ? answer.value : 'ask' in answer ? askHere(answer.ask) : undefined;
    },
    askPageWorld: async (reader) => {
      const answer = await send('page-world', { reader, url: url.href.slice(0, 4_000) });
      return 'value' in answer ? answer.value : undefined;
    },
  };
}

/** The page's own origin is asked from the page, with its cookies; the worker has chosen the addresses. */
async function askHere(requests: readonly { readonly url: string; readonly method: string; readonly headers: Readonly<Record<string, string>>; readonly body?: string }[]): Promise<unknown> {
  for (const { url, ...init } of requests) {
    const response = await fetch(url, { ...init, credentials: 'include' }).catch(() => undefined);
    const value: unknown = response?.ok === true ? await response.json().catch(() => undefined) : undefined;
    if (value !== undefined) return value;
  }
  return undefined;
}

/** Messages are JSON, which knows neither NaN nor Infinity; a live stream is told by its gate. */
function finite(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, Math.min(seconds, 1e9)) : 0;
}
