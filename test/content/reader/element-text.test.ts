import { Window } from 'happy-dom';
import { describe, expect, it } from 'vitest';
import { elementText } from '../../../src/content/reader/element-text';
import { parseSeasonEpisode } from '../../../src/core/text/season-episode';
import { createRandom } from '../../../scripts/connector/redesign/random';

const { document } = new Window();

function textOf(html: string, own?: true): string {
  const element = document.createElement('div');
  element.innerHTML = html;
  return elementText(element as unknown as Element, own);
}

describe('elementText', () => {
  it.each([
    ['<span>S1 E1</span><span>12:00 am</span>', 'S1 E1 12:00 am'],
    ['<span>Season 2, Ep. 4</span><span>The Ghouls</span>', 'Season 2, Ep. 4 The Ghouls'],
    ['Ep. 1<span>24 Hours Before</span>', 'Ep. 1 24 Hours Before'],
    ['<div>Title</div><div>(2019)</div>', 'Title (2019)'],
    ['<div>V</div><div>The Pilot</div>', 'V The Pilot'],
    ['one<br>two', 'one two'],
    ['<b>S</b>1<b>E</b>2', 'S1 E2'],
    ['S<!-- -->1<!-- -->:E<!-- -->2', 'S1:E2'],
    ['<b>W</b>all', 'Wall'],
    ['<span>第</span><span>12</span><span>話</span>', '第12話'],
    ['<span>S1</span><span>:E2</span>', 'S1:E2'],
    ['<b>The Film</b>, 2019', 'The Film, 2019'],
    ['S1:E3 <font><font>Der Anfang</font></font>', 'S1:E3'],
    ['<b _msttexthash="7">Le Film</b>, 2019', ', 2019'],
  ])('of %s is "%s"', (html, text) => {
    expect(textOf(html)).toBe(text);
  });

  it('leaves out the text of elements inside where only its own is asked for', () => {
    expect(textOf('Show<span>S1 E2</span>More', true)).toBe('Show More');
  });

  it('never reads a number together with the text beside it (1,000 seeded neighbours)', () => {
    const seed = String(Date.now());
    const { next: random } = createRandom(seed);
    const pick = <T>(all: readonly T[]) => all[Math.floor(random() * all.length)] as T;
    const wrong: string[] = [];
    for (let index = 0; index < 1_000; index++) {
      const season = 1 + Math.floor(random() * 12);
      const episode = 1 + Math.floor(random() * 30);
      const label = pick([
        `S${season} E${episode}`,
        `S${season}:E${episode}`,
        `Season ${season}, Ep. ${episode}`,
      ]);
      const title = pick([
        '12:00 am',
        '24 Hours Before',
        '100 Days',
        '3rd Rock',
        'The Ghouls',
        '7',
        '9½ Weeks',
      ]);
      const [outer, inner] = [pick(['span', 'div', 'p', 'b', 'a']), pick(['span', 'div', 'i', 'time'])];
      const text = textOf(`<${outer}>${label}</${outer}><${inner}>${title}</${inner}>`);
      const read = parseSeasonEpisode(text);
      if (read?.held === undefined && (read?.season !== season || read.episode !== episode)) wrong.push(text);
    }
    expect({ seed, wrong }).toEqual({ seed, wrong: [] });
  });
});
