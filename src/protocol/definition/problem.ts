/** What is wrong with a definition, and where: `pages[0].item.seasonNumber[1].text`. */
export type Problem = Readonly<{
  path: string;
  message: string;
}>;

/** `['pages', 0, 'item']` as `pages[0].item`. */
export function pathText(path: PropertyKey[]): string {
  return path
    .map((part, index) =>
      typeof part === 'number' ? `[${part}]` : `${index === 0 ? '' : '.'}${String(part)}`,
    )
    .join('');
}
