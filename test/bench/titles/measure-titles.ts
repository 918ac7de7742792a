import { writeFile } from 'node:fs/promises';
import { readLaterTitles, readTitles, type TitleData } from '../../support/film-database/titles';
import { leftOut } from './evidence-left-out';
import { answerAll, outcomeOf, type Answered } from './judge-questions';
import { questionsAbout, type TitleQuestion } from './questions';
import { percentOf, ratesOf, tableBy, type Row } from './titles-page';

/** How many titles are matched by themselves, by class and by language; rewrites test/bench/TITLES.md. */
export async function measureTitles(): Promise<string> {
  const data = readTitles();
  const answered = await answerAll(data, questionsAbout(data));
  const rows = answered.map(toRow);
  const later = await measureLater(data);
  const page = [
    '# How titles are matched',
    '',
    'Measured by `npm run bench -- titles`: pages of 25 languages state works of',
    '`test/support/film-database/titles.json`; the catalogue of the service asks the film database of that',
    'folder, and the extension judges the answer. The weights were chosen on the works of one half ("tune").',
    'After errors with the other half ("hold-out") three rules were repaired: names in another script, lengths',
    'of episodes, and numbers that go on from the season before. The works of `later-titles.json` ("later")',
    'were written down afterwards and changed nothing. A question "absent", "clip" or "namesake" has no answer',
    'that may be sent; a namesake is asked with the right work taken out of the film database.',
    '',
    `Requests to the film database per question, nothing kept before: ${meanRequests(answered)}.`,
    '',
    ...section(
      'By class',
      tableBy('class', rows, ({ question }) => question.class),
    ),
    ...section(
      'By half',
      tableBy('works', [...rows, ...later], ({ question }) => question.half),
    ),
    ...section(
      'By language',
      tableBy('language', rows.filter(hasAnswer), ({ question }) => question.language),
    ),
    ...section('What each kind of evidence is worth', await worthTable(data, answered)),
  ].join('\n');
  await writeFile(new URL('../TITLES.md', import.meta.url), page);
  return page;
}

function toRow(answered: Answered): Row {
  return { question: answered.question, outcome: outcomeOf(answered) };
}

/** The works that were written down when the weights were settled. */
async function measureLater({ works, decoys, absent = [] }: TitleData): Promise<readonly Row[]> {
  const later = readLaterTitles();
  const data = { works: [...works, ...later], decoys, absent };
  const asked = questionsAbout({ works: later, decoys: [...works, ...decoys] });
  return (await answerAll(data, asked)).map((one) => {
    const { question, outcome } = toRow(one);
    return { question: { ...question, half: 'later' }, outcome };
  });
}

function hasAnswer({ question }: { readonly question: TitleQuestion }): boolean {
  return question.right !== undefined;
}

function meanRequests(answered: readonly Answered[]): string {
  const asked = answered.filter(hasAnswer);
  return (asked.reduce((sum, { requests }) => sum + requests, 0) / asked.length).toFixed(2);
}

/** The same questions without one kind of evidence each. */
async function worthTable(data: TitleData, answered: readonly Answered[]): Promise<string[]> {
  const unnamed = answered.map(({ question }) => withoutLanguage(question));
  const variants: readonly (readonly [string, readonly Row[]])[] = [
    ['nothing', answered.map(toRow)],
    ...Object.entries(leftOut).map(([name, leave]) => [name, answered.map(leave).map(toRow)] as const),
    ['language of the page', (await answerAll(data, unnamed)).map(toRow)],
  ];
  return [
    '| left out | sent rightly | sent wrong | of them clips | absent works and namesakes |',
    '|---|---|---|---|---|',
    ...variants.map(([name, rows]) => {
      const { right, wrong, recall } = ratesOf(rows);
      const wrongOf = (...classes: readonly string[]) =>
        rows.filter(({ question, outcome }) => outcome === 'wrong' && classes.includes(question.class))
          .length;
      const parts = [wrongOf('clip'), wrongOf('absent', 'namesake')];
      return `| ${[name, `${right} (${percentOf(recall)})`, wrong, ...parts].join(' | ')} |`;
    }),
  ];
}

function withoutLanguage(question: TitleQuestion): TitleQuestion {
  const { language: _, ...item } = question.item;
  return { ...question, item };
}

function section(title: string, lines: readonly string[]): string[] {
  return [`## ${title}`, '', ...lines, ''];
}
