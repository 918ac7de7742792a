import { startService, type RunningService, type StartOptions } from '../../../src/service/start-service';
import { createCinemaCatalogue } from '../../demo/cinema-catalogue';

/** The real service that knows the titles of the demonstration, in memory and asked for codes each second. */
export function startCinemaService(options: Partial<StartOptions> = {}): Promise<RunningService> {
  return startService({
    catalogue: createCinemaCatalogue(),
    dataDir: ':memory:',
    deviceIntervalSeconds: 1,
    log: () => {},
    ...options,
  });
}
