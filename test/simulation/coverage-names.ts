/** How the coverage calls an answer of the tracker, and a site. */
export const answerDetail = (name: string) => `answer ${name}`;
export const siteDetail = (id: string) => `site ${id}`;

/** Counts what the oracle has demanded (`why` undefined) or not, and whether it is there. */
export function countJudged(
  judged: Map<string, number>,
  kind: 'history' | 'place',
  { why = DEMANDED, isWrong }: { readonly why?: string | undefined; readonly isWrong: boolean },
): void {
  const name = `${kind}: ${why}`;
  for (const key of isWrong ? [name, `${name}${WRONG}`] : [name]) judged.set(key, (judged.get(key) ?? 0) + 1);
}

const DEMANDED = 'demanded';
export const WRONG = ' ✗';
