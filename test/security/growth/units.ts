/** What texts are grown from: each is repeated up to the allowed size. */
export const units: readonly string[] = [
  ...['"', "'", '\\', '\\"', '""', '[', '{', '{"a":', '[{},', '(', ')', '()'],
  ...[' ', '\n', '\u00A0', ' a', ' - ', '. ', ',', 'a,', '-', '/', '../', ':'],
  ...['1', '1 ', '1:1', 'S1E1 ', 'a', 'Ab ', 'é', '第1話', '&amp;', '%41', '<a', '<!--'],
  ...['a=1&', 'a@', 'a.', '😀', '\uD800'],
];
