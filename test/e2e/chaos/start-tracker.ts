import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startService, type RunningService } from '../../../src/service/start-service';
import { createCinemaCatalogue } from '../../demo/cinema-catalogue';
import { startFaultProxy, type FaultProxy } from '../../support/server/fault-proxy';
import type { Journal } from './journal';
import { createServiceProcess, type ServiceProcess } from './service-process';

export interface ChaosTracker {
  /** In this process, for the sign-in; at the address of the proxy. */
  readonly first: RunningService;
  readonly proxy: FaultProxy;
  readonly port: number;
  readonly readKey: string;
  /** Replaces `first` by a process of its own, which can be killed. */
  readonly moveOut: () => Promise<ServiceProcess>;
}

/** What was opened is added to `closers`, which close it in reverse order. */
export async function startTracker(
  closers: (() => Promise<unknown>)[],
  { request: onRequest }: Journal,
): Promise<ChaosTracker> {
  const dataDir = await mkdtemp(join(tmpdir(), 'matinee-chaos-'));
  closers.push(() => rm(dataDir, { recursive: true, force: true }));
  const first = await startService({
    catalogue: createCinemaCatalogue(),
    dataDir,
    deviceIntervalSeconds: 1,
    log: () => {},
  });
  closers.push(() => first.close());
  const port = Number(new URL(first.url).port);
  const proxy = await startFaultProxy({ port, onRequest });
  closers.push(() => proxy.close());
  return {
    first: { ...first, baseUrl: `${proxy.url}/api/v1` },
    proxy,
    port,
    readKey: await first.createKey('pk'),
    async moveOut() {
      await first.close();
      const service = createServiceProcess({ port, dataDir });
      closers.push(() => service.kill());
      await service.start();
      return service;
    },
  };
}
