import { expect, it, vi } from 'vitest';
import { CatalogueError, emptyCatalogue } from '../../../src/service/catalogue/catalogue';
import { joinCatalogues, type NamedSource } from '../../../src/service/catalogue/join-catalogues';

const silent: NamedSource = { name: 'silent', catalogue: emptyCatalogue };
const partial: NamedSource = { ...silent, isPartial: true };
const away: NamedSource = {
  name: 'away',
  catalogue: {
    ...emptyCatalogue,
    resolve: () => Promise.reject(new CatalogueError('unreachable', 'no network')),
  },
};
const question = { type: 'movie', title: 'Nobody Knows This' } as const;
const ask = (...sources: NamedSource[]) => joinCatalogues(sources).resolve(question);

it('is not known, where a source of all works says so and only others after it are away', async () => {
  expect(await ask(partial, silent, away, { ...away, isPartial: true })).toEqual([]);
});

it('waits for a source as long as it is told to', async () => {
  vi.useFakeTimers();
  const slow = { ...emptyCatalogue, resolve: () => new Promise<never>(() => undefined) };
  const asked = joinCatalogues([{ name: 'slow', catalogue: slow }], 1).resolve(question);
  const failing = expect(asked).rejects.toThrow('too slowly');
  await vi.advanceTimersByTimeAsync(1);
  const waiting = vi.getTimerCount();
  vi.useRealTimers();
  expect(waiting).toBe(0);
  await failing;
});

it.each([
  ['the best source is away', [away, silent]],
  ['only a source of some works has answered', [partial, away]],
])('fails where %s', async (_, sources) => {
  await expect(ask(...sources)).rejects.toThrow('no network');
});
