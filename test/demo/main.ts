/**
 * `npm start` builds the extension, starts the embedded service and the demonstration cinema, opens Chromium
 * with the extension signed in by the device flow, plays a film, and shows the entry in the history.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { startService } from '../../src/service/start-service';
import { buildExtension } from '../../scripts/build/build-extension';
import { buildReplayScript } from '../../scripts/build/replay-script';
import { signIn } from '../support/browser/drive-extension';
import { launchChromium } from '../support/browser/launch-chromium';
import { startSiteServer, type SiteServer } from '../support/server/site-server';
import { readHistory } from '../support/server/start-stage';
import { createCinema } from './cinema';
import { DEMO_USAGE, readDemoOptions } from './demo-options';
import { pathOf } from './programme';
import { createCinemaCatalogue } from './cinema-catalogue';
import { watchFilm } from './watch-film';

/** Its connector is src/connectors/matinee-cinema/definition.json. */
const CINEMA = 'https://cinema.matinee.test';

const closers: (() => Promise<unknown>)[] = [];
let isClosing: Promise<void> | undefined;
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void closeAll().then(() => process.exit(process.exitCode ?? 130)));
}

try {
  await main();
} catch (error) {
  if (isClosing === undefined) {
    const reason = stripVTControlCharacters(error instanceof Error ? error.message : String(error)).trim();
    say(`\nIt did not work: ${reason}`);
    if (process.argv.includes('--json')) say(JSON.stringify({ watched: false, reason }));
    process.exitCode = 1;
  }
} finally {
  await closeAll();
}

async function main(): Promise<void> {
  const options = readDemoOptions(process.argv.slice(2), process);
  if (options.help) return say(DEMO_USAGE);

  const extension = await timed('The extension is built', () => buildExtension({ browser: 'chrome' }));
  await buildReplayScript();
  const data = await mkdtemp(join(tmpdir(), 'matinee-demo-'));
  closers.push(() => rm(data, { recursive: true, force: true }));
  const password = `cinema-${Math.random().toString(36).slice(2, 10)}`;
  const service = await startService({
    catalogue: createCinemaCatalogue(),
    dataDir: data,
    owner: { name: 'demo', password },
    deviceIntervalSeconds: 1,
    log: () => {},
  });
  closers.push(() => service.close());
  const howToSignIn = options.once ? '' : ` (sign in as “demo”, password “${password}”)`;
  say(`✓ The tracker listens at ${service.url}${howToSignIn}`);
  const cinema = await openCinema();
  say(`✓ The cinema is open at ${CINEMA}`);

  const chromium = await timed('Chromium runs with Matinee in it', () =>
    launchChromium({
      extension,
      visible: !options.once,
      ownSignals: true,
      args: browserArgs(cinema, options.once),
    }),
  );
  closers.push(() => chromium.close());
  await timed('Matinee is signed in, by the device flow', () => signIn(chromium, service));
  await timed('Matinee has access to the cinema', () => chromium.grantHosts([`${CINEMA}/*`]));

  const page = await chromium.context.newPage();
  await page.goto(`${CINEMA}${pathOf(options.work)}?autoplay=1&rate=${options.rate}`);
  say(`▶ ${await page.title()}\n`);
  const readKey = await service.createKey('pk');
  const entry = await watchFilm({
    chromium,
    page,
    rate: options.rate,
    history: () => readHistory({ service, readKey }),
    output: process.stdout,
  });

  say(`\n✓ In the history, as GET /history returns it:\n${indent(JSON.stringify(entry, undefined, 2))}`);
  if (!options.once) {
    say(
      '\nThe window is yours: play something else, open the popup, pause. Close it or press Ctrl-C to end.',
    );
    await new Promise((resolve) => {
      chromium.context.once('close', resolve);
    });
  }
  if (options.json) say(JSON.stringify({ watched: true, entry }));
}

async function openCinema(): Promise<SiteServer> {
  const app = createCinema({ film: 'film.webm' });
  const server = await startSiteServer({ [new URL(CINEMA).hostname]: (request) => app.fetch(request) });
  closers.push(() => server.close());
  return server;
}

/**
 * Makes this browser resolve the cinema to this machine and trust its certificate. With a window it also
 * reaches the internet.
 */
function browserArgs({ port, certificateHash }: SiteServer, alone: boolean): string[] {
  const cinema = `MAP ${new URL(CINEMA).hostname} 127.0.0.1:${port}`;
  const rules = alone ? [cinema, 'MAP * ~NOTFOUND', 'EXCLUDE 127.0.0.1', 'EXCLUDE localhost'] : [cinema];
  return [
    `--host-resolver-rules=${rules.join(', ')}`,
    `--ignore-certificate-errors-spki-list=${certificateHash}`,
  ];
}

/** Runs once, also when it is called twice: closes the browser first, then the servers. */
function closeAll(): Promise<void> {
  isClosing ??= (async () => {
    for (const close of closers.toReversed()) await close().catch(() => undefined);
  })();
  return isClosing;
}

async function timed<T>(what: string, work: () => Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work();
  say(`✓ ${what} (${((performance.now() - start) / 1000).toFixed(1)} s)`);
  return result;
}

function indent(text: string): string {
  return text.replaceAll(/^/gm, '  ');
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
