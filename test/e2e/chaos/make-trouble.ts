import { setTimeout } from 'node:timers/promises';
import type { Chromium } from '../../support/browser/chromium';
import { withCdp } from '../../support/browser/cdp';
import type { Fault, FaultProxy } from '../../support/server/fault-proxy';
import { createRandom } from './random';
import type { ServiceProcess } from './service-process';
import { oneFault, planTroubles, type Trouble } from './trouble-plan';

export interface TroubleOptions {
  readonly seed: number;
  readonly gentle: boolean;
  /** Ends the worker of the extension at any moment; absent where nobody can. */
  readonly stopWorker?: () => Promise<void>;
  readonly proxy: FaultProxy;
  readonly service: ServiceProcess;
  readonly log: (line: string) => void;
}

export interface Troubles {
  /** Ends the troubles, restores network and service, and returns how often each trouble occurred. */
  readonly end: () => Promise<ReadonlyMap<Trouble['kind'], number>>;
}

/** Causes the planned troubles one after the other, until `end` is called. */
export function makeTrouble({
  seed,
  gentle,
  stopWorker: stop,
  proxy,
  service,
  log,
}: TroubleOptions): Troubles {
  const ended = new AbortController();
  const occurred = new Map<Trouble['kind'], number>();
  const series: { readonly fault: Fault; readonly until: number; calls: number }[] = [];
  const random = createRandom(seed, 'calls');
  let failedInARow = 0;
  proxy.setFaults(() => {
    const [current] = series;
    if (current !== undefined && current.until > Date.now()) {
      current.calls -= 1;
      if (current.calls <= 0) series.shift();
      return current.fault;
    }
    // Outside of a series one call in eight fails; at most two in a row, so that the outbox can empty.
    failedInARow = random.chance(0.125) && failedInARow < 2 ? failedInARow + 1 : 0;
    return failedInARow > 0 ? oneFault(random) : undefined;
  });

  async function cause(trouble: Trouble): Promise<void> {
    switch (trouble.kind) {
      case 'stop-worker':
        return stop?.();
      case 'faults':
        return void series.splice(0, series.length, {
          fault: trouble.fault,
          calls: trouble.calls,
          until: Date.now() + seriesSeconds * 1000,
        });
      case 'offline':
        proxy.setConnected(false);
        await pause(trouble.ms, ended.signal);
        return proxy.setConnected(true);
      case 'restart-service':
        await service.stop();
        return service.start();
      case 'kill-service':
        await service.kill();
        await pause(trouble.ms, ended.signal);
        return service.start();
    }
  }

  async function run(): Promise<void> {
    for (const { after, trouble } of planTroubles(seed, gentle)) {
      await pause(after, ended.signal);
      if (ended.signal.aborted) return;
      if (trouble.kind === 'stop-worker' && stop === undefined) continue;
      log(JSON.stringify(trouble));
      occurred.set(trouble.kind, (occurred.get(trouble.kind) ?? 0) + 1);
      await cause(trouble);
    }
  }

  const running = run();
  // `end` throws the error. Until then the promise has no handler, and an unhandled rejection would end the
  // process and leave browser and service running.
  running.catch(() => undefined);
  return {
    async end() {
      ended.abort();
      await running;
      proxy.setFaults(() => undefined);
      return occurred;
    },
  };
}

/** Seconds after which a series ends; otherwise it would fail every call of an outbox that backs off. */
const seriesSeconds = 3;

/** Stops the worker at any moment, as the browser does; the next event starts it again. */
export async function stopWorker({ context, extensionId }: Chromium): Promise<void> {
  await withCdp(context, async (cdp) => {
    const { targetInfos } = await cdp.send('Target.getTargets');
    const own = targetInfos.filter(
      ({ type, url }) => type === 'service_worker' && url.startsWith(`chrome-extension://${extensionId}/`),
    );
    for (const { targetId } of own) await cdp.send('Target.closeTarget', { targetId }).catch(() => undefined);
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Rejects when the troubles end, and then the pause ends too.
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
