import { sendQuietly, valueOf } from '../../platform/messaging/send-quietly';
import { createSeasonEpisodeParser, type SeasonWords } from '../../core/text/season-episode';
import type { Definition } from '../../protocol/definition';
import type { Report } from '../../protocol/report';
import { attempt } from '../reader/attempt';
import type { ReadContext } from '../reader/context';
import { readGenericOnDemand } from '../generic/read-generic-on-demand';
import { isProduct } from '../reader/is-product';
import { matchFrame, matchPage } from '../reader/match-page';
import { createMemory } from '../reader/memory';
import type { Reading } from '../reader/read-page';
import { observePage } from '../reader/see-page';

/** What one look found: the parts of a report. */
export interface PageSnapshot {
  readonly video?: HTMLVideoElement | undefined;
  readonly reading?: Report['reading'];
  readonly playback?: Report['playback'];
  readonly gate?: Report['gate'];
}

/** Looks at the page once; undefined where the definition has no page (or frame) for the address. `before` is what was seen last. */
export type SnapshotReader = (
  address: string,
  before: PageSnapshot | undefined,
) => Promise<PageSnapshot | undefined>;

export function createSnapshotReader(
  definition: Definition,
  top: boolean,
  seasonWords?: SeasonWords,
): SnapshotReader {
  const memory = createMemory();
  const parseSeasonEpisode = seasonWords && createSeasonEpisodeParser(seasonWords);
  let proven = false;

  /** What follows from the address alone: most looks find the one before. */
  let place:
    | {
        readonly address: string;
        readonly matched: Parameters<typeof observePage>[0] | undefined;
        readonly world: Omit<Parameters<typeof observePage>[1], 'now'>;
      }
    | undefined;

  return async (address, before) => {
    if (place?.address !== address) {
      const url = new URL(address);
      place = {
        address,
        matched: top ? matchPage(definition, url) : matchFrame(definition, url),
        world: { ...worldOf(url), url, definition, memory, parseSeasonEpisode },
      };
    }
    const { matched } = place;
    if (matched === undefined) return undefined;
    const world = { ...place.world, now: Date.now() };
    proven ||= !top || (await isProduct(world));
    if (!proven) return undefined;
    const { video, reading, playback, gate } = await observePage(matched, world);
    if (gate === 'closed') return undefined;
    return {
      video,
      reading: reading === undefined ? before?.reading : reported(reading),
      playback: playback && {
        ...playback,
        position: finite(playback.position),
        duration: finite(playback.duration),
      },
      gate,
    };
  };
}

/** What of a reading is for the worker. */
function reported({ gate: _gate, ...reading }: Reading): Report['reading'] {
  return reading as Report['reading'];
}

function worldOf(
  url: URL,
): Pick<
  ReadContext,
  'document' | 'mediaSession' | 'storage' | 'requests' | 'askEndpoint' | 'askPageWorld' | 'readGeneric'
> {
  const address = url.href.slice(0, 4_000);
  return {
    document,
    mediaSession: () => navigator.mediaSession?.metadata ?? undefined,
    // A sandboxed frame has none.
    storage: (area) => attempt(() => (area === 'local' ? localStorage : sessionStorage)),
    requests: () => performance.getEntriesByType('resource').map(({ name }) => name),
    askEndpoint: async (name, values) => {
      const answer = await sendQuietly('endpoint', { name, values, url: address });
      return answer && 'ask' in answer ? askHere(answer.ask) : valueOf(answer);
    },
    askPageWorld: async (reader) => valueOf(await sendQuietly('page-world', { reader, url: address })),
    readGeneric: readGenericOnDemand,
  };
}

/** The page's own origin is asked from the page, with its cookies; the worker has chosen the addresses. */
async function askHere(
  requests: readonly {
    readonly url: string;
    readonly method: string;
    readonly headers: Readonly<Record<string, string>>;
    readonly body?: string;
  }[],
): Promise<unknown> {
  for (const { url, ...init } of requests) {
    try {
      const response = await fetch(url, { ...init, credentials: 'include' });
      if (response.ok) return await response.json();
    } catch {
      // Offline, refused, not JSON: the next address may answer.
    }
  }
  return undefined;
}

/** Messages are JSON, which knows neither NaN nor Infinity; a live stream is told by its gate. */
function finite(seconds: number): number {
  return Number.isFinite(seconds) ? Math.max(0, Math.min(seconds, 1e9)) : 0;
}
