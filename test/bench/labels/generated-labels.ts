import type { AttestedLabel } from './attested';
import { labelLanguages } from './languages';
import { labelsOf } from './written-labels';

/** Names with numbers and with words of seasons, episodes and parts. */
const names = [
  'District 9', 'Apollo 13', '24', '1923', 'The 100', 'Area 51', 'Top 10', '9-1-1', 'Room 104', '30 Rock', '3%',
  'Station 19', 'Babylon 5', 'Season of the Witch', 'Part of Me', 'Episodes', 'Folge mir', 'The 4400', 'Ocean’s 8',
  '2 Broke Girls', '12 Monkeys', '第七の月', 'Одна серия', 'Del Toro', 'Teilzeit', 'U-571', 'S.W.A.T.', 'E.R.', 'X',
] as const; // prettier-ignore

/** Labels of every language with numbers and names drawn by a seed: `count` for each language. */
export function generatedLabels(seed: number, count: number): readonly AttestedLabel[] {
  const random = randomOf(seed);
  const upTo = (most: number) => Math.floor(random() * most);
  return labelLanguages.flatMap((language) =>
    Array.from({ length: count }, (): AttestedLabel => {
      const labels = labelsOf(language, 1 + upTo(30), 1 + upTo(random() < 0.2 ? 1_500 : 40));
      const [tag, label, expected] = labels[upTo(labels.length)] ?? ['en', '', 'none'];
      const name = names[upTo(names.length)] ?? '';
      const named =
        [`${name} – ${label}`, `${label} – ${name}`, `${label} | ${name}`, label][upTo(4)] ?? label;
      return [tag, named, expected];
    }),
  );
}

/** Numbers from 0 to 1, the same for the same seed (mulberry32). */
function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
