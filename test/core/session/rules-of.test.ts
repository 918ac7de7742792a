import { expect, test } from 'vitest';
import { itemKey } from '../../../src/core/media/item-key';
import { rulesOf, type RuleFacts } from '../../../src/core/session/tab-watch';
import { defaultSettings } from '../../../src/core/settings/settings';

const now = 1_000_000;
const item = { type: 'movie', title: 'Sintel' } as const;
const key = itemKey(item);
const facts: RuleFacts = {
  settings: { ...defaultSettings, minimumLength: 60, films: false },
  overrides: undefined,
  sessionId: 'session',
  evidence: {
    recentlyWatched: { [key]: now - 1 },
    earlier: [{ id: 'yesterday', account: 'a', key, duration: 900, played: [[0, 300]], at: now - 1 }],
  },
  account: 'a',
  now,
  newId: () => 'new',
};

test('the settings hold, except where the site has its own', () => {
  expect(rulesOf(facts)).toMatchObject({ minimumLength: 60, films: false, episodes: true, evidence: 0 });
  expect(rulesOf({ ...facts, overrides: { evidence: 0.8 } })).toMatchObject({
    minimumLength: 60,
    evidence: 0.8,
  });
});

test('an override that is not valid is the default, never a rule', () => {
  expect(rulesOf({ ...facts, overrides: { minimumLength: -1 } }).minimumLength).toBe(
    defaultSettings.minimumLength,
  );
});

test('the interval is that of the settings, with a jitter that a session keeps', () => {
  const { interval } = rulesOf(facts);
  expect(interval).toBeGreaterThanOrEqual(defaultSettings.interval);
  expect(interval).toBeLessThan(defaultSettings.interval * 1.2);
  expect(rulesOf(facts).interval).toBe(interval);
  expect(rulesOf({ ...facts, sessionId: 'another' }).interval).not.toBe(interval);
});

test('evidence counts for the account that left it', () => {
  expect(rulesOf(facts).earlierEvidence(item, 900)).toEqual([[0, 300]]);
  expect(rulesOf({ ...facts, account: 'b' }).earlierEvidence(item, 900)).toEqual([]);
});

test('what was watched lately goes on in its second half, unless it was begun again since', () => {
  const { recentlyWatched, earlier } = facts.evidence;
  const rules = rulesOf({ ...facts, evidence: { recentlyWatched, earlier: [] } });
  expect(rules.isResumption(item, 800, 900)).toBe(true);
  expect(rules.isResumption(item, 100, 900)).toBe(false);
  expect(rulesOf({ ...facts, evidence: { recentlyWatched, earlier } }).isResumption(item, 800, 900)).toBe(
    false,
  );
  // What was seen of it was of another length: an advertisement before the credits.
  const ad = earlier.map((one) => ({ ...one, duration: 30 }));
  expect(rulesOf({ ...facts, evidence: { recentlyWatched, earlier: ad } }).isResumption(item, 800, 900)).toBe(
    true,
  );
});
