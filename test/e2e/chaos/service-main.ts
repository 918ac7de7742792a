import { startService } from '../../../src/service/start-service';
import { createCinemaCatalogue } from '../../demo/cinema-catalogue';

/** The service of `src/service/main.ts` with a catalogue that knows how long the works of a plan are. */
const [port = '', dataDir = ''] = process.argv.slice(2);
const service = await startService({ catalogue: createCinemaCatalogue(), port: Number(port), dataDir });
process.once('SIGTERM', () => void service.close());
