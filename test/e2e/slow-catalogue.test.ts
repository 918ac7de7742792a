import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { RunningService } from '../../src/service/start-service';
import { findFirefox } from '../support/browser/browser-paths';
import { readStorage, signIn } from '../support/browser/drive-extension';
import { launchFirefox, type Firefox } from '../support/browser/launch-firefox';
import { startFaultProxy, type FaultProxy } from '../support/server/fault-proxy';
import { startCinemaService } from '../support/server/start-cinema-service';
import { waitFor } from '../support/wait-for';
import { firstConnector, submitAndDecide } from './journeys/repaired-site';

/*
 * Firefox ends the event page of an extension after a time without an event of its API (30 s; 1.5 s in these
 * tests), also while a page in its frame downloads.
 */

let service: RunningService;
let proxy: FaultProxy;
let firefox: Firefox;

describe.skipIf(findFirefox() === undefined)('a tracker whose connectors come slowly', () => {
  beforeAll(async () => {
    service = await startCinemaService();
    proxy = await startFaultProxy({ port: Number(new URL(service.url).port) });
    firefox = await launchFirefox({ preferences: { 'intl.locale.requested': 'en-US' } });
    await signIn(firefox, { ...service, baseUrl: `${proxy.url}/api/v1` });
  });
  afterAll(async () => {
    await firefox.close();
    await proxy.close();
    await service.close();
  });

  test('is read to its end in Firefox, although the event page has nothing else to do', async () => {
    await submitAndDecide(service, firstConnector(), 'accept');
    proxy.setDelay(4_000);
    await firefox.evaluate(() => chrome.alarms.create('catalogue', { when: Date.now() + 100 }), undefined);
    const held = await waitFor('the new site to be offered', async () => {
      const catalogue = (await readStorage(firefox, 'local', 'catalogue')) as Catalogue | undefined;
      return catalogue?.sites?.['pictures']?.held;
    });
    expect(held).toMatchObject({ why: 'wider' });
  });
});

interface Catalogue {
  readonly sites?: Readonly<Record<string, { readonly held?: { readonly why: string } }>>;
}

declare const chrome: {
  readonly alarms: { readonly create: (name: string, alarm: { when: number }) => Promise<void> };
};
