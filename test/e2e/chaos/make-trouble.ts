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
  readonly chromium: Chromium;
  readonly proxy: FaultProxy;
  readonly service: ServiceProcess;
  readonly log: (line: string) => void;
}

export interface Troubles {
  /** Ends the troubles, repairs what is broken, and says how often each has struck. */
  readonly end: () => Promise<ReadonlyMap<Trouble['kind'], number>>;
}

/** Lets things go wrong, one after the other, until it is told to end. */
export function makeTrouble({ seed, gentle, chromium, proxy, service, log }: TroubleOptions): Troubles {
  const over = new AbortController();
  const struck = new Map<Trouble['kind'], number>();
  const storms: { readonly fault: Fault; readonly until: number; calls: number }[] = [];
  const random = createRandom(seed, 'calls');
  let spoiled = 0;
  proxy.setFaults(() => {
    const [storm] = storms;
    if (storm !== undefined && storm.until > Date.now()) {
      storm.calls -= 1;
      if (storm.calls <= 0) storms.shift();
      return storm.fault;
    }
    // Beside the storms one call in eight goes wrong by itself; not many in a row, or the evening has no end.
    spoiled = random.chance(0.125) && spoiled < 2 ? spoiled + 1 : 0;
    return spoiled > 0 ? oneFault(random) : undefined;
  });

  async function strike(trouble: Trouble): Promise<void> {
    switch (trouble.kind) {
      case 'stop-worker':
        return stopWorker(chromium);
      case 'weather':
        return void storms.splice(0, storms.length, {
          fault: trouble.fault,
          calls: trouble.calls,
          until: Date.now() + stormSeconds * 1000,
        });
      case 'offline':
        proxy.setConnected(false);
        await pause(trouble.ms, over.signal);
        return proxy.setConnected(true);
      case 'restart-service':
        await service.stop();
        return service.start();
      case 'kill-service':
        await service.kill();
        await pause(trouble.ms, over.signal);
        return service.start();
    }
  }

  async function run(): Promise<void> {
    for (const { after, trouble } of planTroubles(seed, gentle)) {
      await pause(after, over.signal);
      if (over.signal.aborted) return;
      log(JSON.stringify(trouble));
      struck.set(trouble.kind, (struck.get(trouble.kind) ?? 0) + 1);
      await strike(trouble);
    }
  }

  const running = run();
  // It is thrown by `end`; until then nobody waits for it, and the process would end with everything left
  // running.
  running.catch(() => undefined);
  return {
    async end() {
      over.abort();
      await running;
      proxy.setFaults(() => undefined);
      return struck;
    },
  };
}

/** A storm that waited for its next call would meet every single one of an outbox that backs off. */
const stormSeconds = 3;

/** As the browser does it, whatever the worker is in the middle of; the next event starts another one. */
async function stopWorker({ context, extensionId }: Chromium): Promise<void> {
  await withCdp(context, async (cdp) => {
    const { targetInfos } = await cdp.send('Target.getTargets');
    const own = targetInfos.filter(
      ({ type, url }) => type === 'service_worker' && url.startsWith(`chrome-extension://${extensionId}/`),
    );
    for (const { targetId } of own) await cdp.send('Target.closeTarget', { targetId }).catch(() => undefined);
  });
}

async function pause(ms: number, signal: AbortSignal): Promise<void> {
  // Rejects when the troubles are over; then there is nothing more to wait for.
  await setTimeout(ms, undefined, { signal }).catch(() => undefined);
}
