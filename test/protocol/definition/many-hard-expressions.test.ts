import { describe, expect, test } from 'vitest';
import { checkImportedDefinition } from '../../../src/protocol/definition/check-imported';
import { hostileExpression } from '../../core/definition/hostile-expressions';
import { createRandom, referenceTime } from '../../core/definition/worst-input';
import { threadTime } from '../../support/thread-time';

/** A definition with all of these expressions, 12 in each list of excluded paths. */
function withExpressions(expressions: readonly string[]): unknown {
  const pages = Array.from({ length: 8 }, (_, index) => ({
    kind: `page-${String(index)}`,
    match: { path: '^/watch', exclude: expressions.slice(index * 12, (index + 1) * 12) },
    item: { title: [{ title: true }] },
  }));
  const verified = { date: null, how: 'not verified' };
  return { version: 1, id: 'my-site', name: 'Mine', hosts: ['www.example.org'], pages, verified };
}

describe('a definition of 96 expressions that are hard to check', () => {
  test.each([
    ['overlapping parts', hardExpressions()],
    ['counted choices', Array.from({ length: 96 }, (_, n) => `^(?:x+(?:[ab]|[a-d]|[a${String(n)}])){10}z`)],
    [
      'scripts of Unicode',
      Array.from(
        { length: 96 },
        (_, n) => `^[\\p{L}\\p{Lu}\\p{sc=${SCRIPTS[n % 12] ?? 'Latin'}}]${String(n)}`,
      ),
    ],
  ])('is refused soon: %s', (_, expressions) => {
    const definition = withExpressions(expressions);
    // On a quiet computer it takes 100 ms, and the reference 12; without the limit 3 s.
    const times = [0, 1, 2].map(() => {
      const reference = referenceTime();
      const start = threadTime();
      expect(checkImportedDefinition(definition).ok).toBe(false);
      return (12 * (threadTime() - start)) / Math.max(12, reference, referenceTime());
    });
    expect(Math.min(...times)).toBeLessThan(600);
  });
});

const SCRIPTS = 'Latin Greek Cyrl Arab Hebr Hira Kana Hani Thai Deva Hang Ethi'.split(' ');

function hardExpressions(): string[] {
  const random = createRandom(7);
  const found: string[] = [];
  while (found.length < 96) {
    const pattern = hostileExpression(random);
    if (pattern.length > 60 && pattern.length <= 500 && isValid(pattern)) found.push(pattern);
  }
  return found;
}

function isValid(pattern: string): boolean {
  try {
    return new RegExp(pattern, 'u') instanceof RegExp;
  } catch {
    return false;
  }
}
