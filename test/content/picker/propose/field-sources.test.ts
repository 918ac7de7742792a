import { expect, test } from 'vitest';
import { fieldSource } from '../../../../src/content/picker/propose/proposal-context';
import { replaceRegex } from '../../../../src/content/reader/regex';

/** What the proposal for the title of an episode makes of another line of the same form. */
function titleIn(line: string, title: string): string {
  const transforms = (fieldSource('episodeTitle', { text: 'em' }, line)?.['transforms'] ?? []) as readonly {
    readonly replace?: string;
  }[];
  return transforms.reduce(
    (text, { replace }) => (replace === undefined ? text : replaceRegex(replace, text, '')),
    title,
  );
}

test.each([
  ['S01:E02 · Cat’s in the Bag... · 47 min · 2008', 'Gray Matter · 48 min · 2008', 'Gray Matter'],
  ['Staffel 1, Folge 3: Der Tote | 45 Min.', 'Das Gift | 44 Min.', 'Das Gift'],
  ['S2 E5 – 1 h – 2011 ', 'Finale', 'Finale'],
  ['第1話「始まり」・24分', '始まり', '始まり'],
  ['S1 E1 · Pilot · 1 h 20 min', 'Finale · 1 h 5 min · 2013', 'Finale'],
  ['S1 E1 · Pilot · 1h20m, 2008', 'Finale, 2013 · 58 min', 'Finale'],
  ['S1 E1 · Pilot · 2008', 'Finale · 2013', 'Finale'],
  // A year without blanks around its separator, or behind a comma, is part of the title.
  ['S1 E1 · 1914–1918', '1939–1945', '1939–1945'],
  ['S1 E1 · Berlin, 1945', 'Potsdam, 1945', 'Potsdam, 1945'],
  ['S1 E1 · Pilot · 47 min', '1939–1945 · 48 min', '1939–1945'],
  // A number of something else is part of the title.
  ['S01:E02 · Two Towers · 3 Men', 'Twelve – 12 Men', 'Twelve – 12 Men'],
  ['S01:E02 · Pilot', 'Pilot · 47 min', 'Pilot · 47 min'],
])('from the line “%s” the title of the episode comes without length and year', (line, next, title) => {
  expect(titleIn(line, next)).toBe(title);
});
