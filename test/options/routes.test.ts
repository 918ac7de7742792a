import { expect, test } from 'vitest';
import { readRoute } from '../../src/options/routes';

test.each([
  ['', 'account', ''],
  ['#/sites', 'sites', ''],
  ['#/connectors/new?tab=3', 'connectors', 'new?tab=3'],
  ['#/connectors/edit/my-site', 'connectors', 'edit/my-site'],
  ['#/nowhere', 'account', ''],
  ['#<script>', 'account', ''],
])('%j leads to %s with %j', (hash, place, rest) => {
  expect(readRoute(hash)).toEqual({ place, rest });
});
