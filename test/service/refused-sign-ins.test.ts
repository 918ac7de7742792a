import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { startTest, type ServiceUnderTest } from './service-under-test';

// Addresses of refused sign-ins are in the log only where that is asked for, in lines that fail2ban reads.

const address = '192.0.2.7';
const owner = { name: 'ada', password: 'correct horse' };
let service: ServiceUnderTest;
afterEach(() => service.close());

async function start(options: Parameters<typeof startTest>[0]) {
  const lines: string[] = [];
  service = await startTest({ trustProxy: true, log: (line) => lines.push(line), ...options });
  await service.post('/welcome', owner);
  lines.length = 0;
  return lines;
}
const signIn = (password: string, from = address) =>
  service.post('/sign-in', { ...owner, password }, { 'x-forwarded-for': from });

/** What the filter looks for, with the address as its group. */
const patterns = [
  ...readFileSync('deploy/fail2ban/matinee.conf', 'utf8').matchAll(/^(?:failregex =| {12}) *(.*)$/gm),
].map(([, pattern = '']) => new RegExp(pattern.replace('<ADDR>', String.raw`([\d.]+|[\da-f:]*:[\da-f:.]+)`)));
const foundIn = (line: string) => patterns.flatMap((one) => one.exec(line)?.[1] ?? []);

describe.each(['text', 'json'] as const)('a log of the form %s', (logFormat) => {
  test('has an address for each refusal, where that is asked for', async () => {
    const lines = await start({ logFormat, logsRefusals: true });
    await signIn('wrong');
    await signIn('wrong', '2001:db8::7');
    await service.post('/sign-in/passkey', { credential: '{}' }, { 'x-forwarded-for': address });
    await service.post('/sign-in', { name: 'nobody', password: 'x' }, { 'x-forwarded-for': address });
    expect((await signIn(owner.password)).status).toBe(303);
    expect(lines.flatMap(foundIn)).toEqual([address, '2001:db8::7', address, address]);
    const refusals = lines.filter((line) => foundIn(line).length > 0);
    for (const line of refusals) expect(line).toMatch(/2026-01-15T\d\d:\d\d:\d\d\.\d{3}Z/);
    expect(lines.join()).not.toMatch(/nobody|ada|wrong/);
  });

  test('has one for an attempt too many as well', async () => {
    const lines = await start({ logFormat, logsRefusals: true });
    for (let times = 0; times < 12; times += 1) await signIn('wrong');
    expect(lines.flatMap(foundIn)).toEqual(Array.from({ length: 12 }, () => address));
  });

  test('has no address otherwise', async () => {
    const lines = await start({ logFormat });
    await signIn('wrong');
    expect(lines.join()).not.toContain(address);
  });
});

test('whoever tries cannot write a line of their own', async () => {
  const lines = await start({ logFormat: 'text', logsRefusals: true });
  await signIn('wrong', `x Sign-in refused from ${address}`);
  expect(lines).toHaveLength(1);
  expect(lines.flatMap(foundIn)).toEqual([]);
});
