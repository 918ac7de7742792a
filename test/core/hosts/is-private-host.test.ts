import { expect, test } from 'vitest';
import { isPrivateHost } from '../../../src/core/hosts/host-pattern';

test.each([
  '10.0.0.7',
  '192.168.1.2',
  '172.16.0.1',
  '172.31.255.1',
  '169.254.1.1',
  '100.64.0.1',
  'media.local',
  'nas.home.arpa',
  'tracker.internal',
  '[fd12:3456::1]',
  '[fe80::1]',
])('%s belongs to a local network', (host) => {
  expect(isPrivateHost(new URL(`http://${host}/`).hostname)).toBe(true);
});

test.each([
  'tracker.example',
  'local.example',
  '10.0.0.7.evil.example',
  '172.32.0.1',
  '172.15.0.1',
  '192.169.1.1',
  '100.128.0.1',
  '8.8.8.8',
  'evillocal',
  '[2001:db8::1]',
  '[::ffff:10.0.0.1]',
])('%s does not', (host) => {
  expect(isPrivateHost(new URL(`http://${host}/`).hostname)).toBe(false);
});
