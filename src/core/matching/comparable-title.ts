import { plainTitle } from '../text/normalize-title';

/**
 * A normalised title in which the number of a part is written in one way: Part I, Part One, Teil 1, 1ª parte
 * and Vol. 1 are the number alone, as in "Rocky III" and "Rocky 3". Letters that one language writes without
 * the mark of another agree: Turkish ı, Vietnamese đ.
 */
export function comparableTitle(title: string): string {
  const plain = plainTitle(title).replaceAll(/[ıđð]/g, (letter) => (letter === 'ı' ? 'i' : 'd'));
  return plain
    .replaceAll(numberLast, (_, before: string, number: string) => `${before}${numeral(number)}`)
    .replaceAll(numberFirst, (_, before: string, number: string) => `${before}${numeral(number)}`)
    .replaceAll(cjkPart, (_, number: string) => ` ${numeral(number)}`)
    .trim();
}

/** "wicked" of "wicked 1": the first part is often known without its number. `undefined`: no part is named. */
export function withoutFirstPart(title: string): string | undefined {
  const plain = plainTitle(title);
  const comparable = comparableTitle(title);
  return plain !== comparable && comparable.endsWith(' 1') ? comparable.slice(0, -2) : undefined;
}

const words =
  'part|pt|teil|parte|partie|deel|del|osa|czesc|cast|resz|часть|частина|част|volume|vol|chapter|chapitre|capitulo|capitolo|kapitel|rozdzial|глава|tome|tom|bolum|kisim|الجزء|파트|パート';
const numbers: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'i ii iii iv v vi vii viii ix x'.split(' ').map((word, index) => [word, `${index + 1}`]),
  ),
  ...named('one two three four five six seven eight nine ten'),
  ...named('eins zwei drei vier funf sechs sieben acht neun zehn'),
  ...named('un deux trois quatre cinq six sept huit neuf dix'),
  ...named('uno dos tres cuatro cinco seis siete ocho nueve diez'),
  ...named('uno due tre quattro cinque sei sette otto nove dieci'),
  ...named('um dois tres quatro cinco seis sete oito nove dez'),
  ...named('первая вторая третья четвертая пятая'),
  ...named('primera segunda tercera cuarta quinta'),
  ...named('primeira segunda terceira quarta quinta'),
  ...named('prima seconda terza quarta quinta'),
  ...named('premiere deuxieme troisieme quatrieme cinquieme'),
  ...named('first second third fourth fifth'),
  ...named('الاول الثاني الثالث الرابع الخامس'),
  ...named('一 二 三 四 五 六 七 八 九 十'),
};

function named(line: string): Record<string, string> {
  return Object.fromEntries(line.split(' ').map((word, index) => [word, `${index + 1}`]));
}

const number = `\\d{1,2}|${Object.keys(numbers).join('|')}`;
const numberLast = new RegExp(`(^| )(?:${words}) (${number})(?= |$)`, 'gu');
const numberFirst = new RegExp(`(^| )(${number})(?:a|o|e|er|nd|rd|st|th)? (?:${words})(?= |$)`, 'gu');
const cjkPart = /(?: ?第)(\d{1,2}|[一二三四五六七八九十])(?:部|章|弾|作|부|편)/gu;

function numeral(stated: string): string {
  return numbers[stated] ?? stated;
}
