import { hash } from '../../../src/core/values/hash';

/** How far the lengths that players state are from those that the film database states; all are shares. */
export interface LengthNoise {
  readonly seed: number;
  /** Of the pages that show another version: other credits, a dubbing, logos. */
  readonly versions: number;
  /** How far those are off at most. */
  readonly farthest: number;
  /** Of the pages of Europe that show the 4 % faster broadcast. */
  readonly broadcasts: number;
  /** Of the other pages: how far they are off on average. */
  readonly usual: number;
  /** Of pages whose player is longer rather than shorter. */
  readonly longer: number;
}

/**
 * Parameters that nobody chose: anew in every run, so that no rule can be fitted to them. The seed in
 * `TITLES_SEED` repeats a run.
 */
export function drawNoise(seed = Number(process.env['TITLES_SEED'] ?? Date.now() % 1_000_000)): LengthNoise {
  const draw = (name: string, from: number, to: number) =>
    from + ((to - from) * (hash(`${name} ${seed}`) % 10_000)) / 10_000;
  return {
    seed,
    versions: draw('versions', 0.05, 0.4),
    farthest: draw('farthest', 0.015, 0.04),
    broadcasts: draw('broadcasts', 0, 0.3),
    usual: draw('usual', 0.001, 0.008),
    longer: draw('longer', 0.3, 0.7),
  };
}

/** Seconds of a film of this many minutes, as the player of a page in this language states them. */
export function noisyFilm(noise: LengthNoise, minutes: number, language: string, name: string): number {
  const draw = (part: string) => (hash(`${part} ${name} ${noise.seed}`) % 10_000) / 10_000;
  const isBroadcast = europe.has(language) && draw('broadcast') < noise.broadcasts;
  const sign = draw('sign') < noise.longer ? 1 : -1;
  const isVersion = !isBroadcast && draw('version') < noise.versions;
  const off = isVersion ? draw('off') * noise.farthest : -Math.log(1 - draw('off') * 0.98) * noise.usual;
  return Math.round(minutes * 60 * (isBroadcast ? 0.96 : 1) * (1 + sign * off));
}

/** Seconds of an episode: advertisements and recaps make some of them longer. */
export function noisyEpisode(noise: LengthNoise, minutes: number, name: string): number {
  const draw = (part: string) => (hash(`${part} ${name} ${noise.seed}`) % 10_000) / 10_000;
  return Math.round(minutes * 60 * (1 + (draw('episode') * 2 - 1) * (0.02 + noise.farthest)));
}

const europe = new Set(['de', 'fr', 'es', 'it', 'nl', 'pl', 'sv', 'da', 'nb', 'fi', 'hu', 'cs']);
