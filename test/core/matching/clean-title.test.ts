import { describe, expect, it } from 'vitest';
import { cleanTitle } from '../../../src/core/matching/clean-title';
import { compareNames } from '../../../src/core/matching/compare-names';

describe('what services add is taken off', () => {
  it.each([
    ['Interstellar (4K UHD)', 'Interstellar'],
    ['Interstellar | IMAX Enhanced', 'Interstellar'],
    ['Inception [HD]', 'Inception'],
    ['Parasite (Subbed)', 'Parasite'],
    ['SPY x FAMILY (English Dub)', 'SPY x FAMILY'],
    ['Dark (OV)', 'Dark'],
    ['Parasite [OmU]', 'Parasite'],
    ['Inception (VF)', 'Inception'],
    ['Coco (Doblado)', 'Coco'],
    ['Coco (Dublado) [HD]', 'Coco'],
    ['千と千尋の神隠し（字幕版）', '千と千尋の神隠し'],
    ['インセプション【吹替】', 'インセプション'],
    ['[더빙] 인셉션', '인셉션'],
    ['盗梦空间（原声版）', '盗梦空间'],
    ['Başlangıç (Dublaj)', 'Başlangıç'],
    ['The Two Towers – Extended', 'The Two Towers'],
    ['Blade Runner: The Final Cut', 'Blade Runner'],
    ['Watch Inception', 'Inception'],
    ['Inception - Film complet en streaming', 'Inception'],
    ['مسلسل باب الحارة', 'باب الحارة'],
    ['\u200eInception\u200f', 'Inception'],
    ['Inception [dt./OV]', 'Inception'],
    ['Inception (V.O.S.E.)', 'Inception'],
    ['A Origem (Versão Dublada)', 'A Origem'],
    ['Počátek (Czech dabing)', 'Počátek'],
    ['Начало (Дублированный перевод)', 'Начало'],
    ['盗梦空间 (国语配音)', '盗梦空间'],
    ['盗梦空间（英语）', '盗梦空间'],
    ['Inception (With English Subtitles)', 'Inception'],
    ['Inception (Audio Description)', 'Inception'],
    ['Dune in 4K', 'Dune'],
    ['Metropolis (restaurierte Fassung)', 'Metropolis'],
    ['Inception - Englische Fassung', 'Inception'],
    ['Inception (versione italiana)', 'Inception'],
    ['Inception (Originele versie)', 'Inception'],
    ['Inception [SUB-ITA]', 'Inception'],
    ['Počátek (český dabing)', 'Počátek'],
    ['Eredet (magyar szinkronnal)', 'Eredet'],
    ['Inception Türkçe Altyazılı', 'Inception'],
    ['Inception (με ελληνικούς υπότιτλους)', 'Inception'],
    ['Inception Hindi Dubbed', 'Inception'],
    ['Inception Sub Indo', 'Inception'],
    ['فیلم تلقین دوبله فارسی', 'تلقین'],
    ['התחלה - מדובב לעברית', 'התחלה'],
    ['盗梦空间【中英字幕】', '盗梦空间'],
    ['盗梦空间 高清', '盗梦空间'],
    ['인셉션 더빙판', '인셉션'],
    ['SPY×FAMILY [字]', 'SPY×FAMILY'],
    ['Inception (mit Gebärdensprache)', 'Inception'],
    ['Inception（解説放送）', 'Inception'],
    ['Inception (syntolkat)', 'Inception'],
    ['Watch Inception Online Free', 'Inception'],
    ['Inception (USA 2010)', 'Inception'],
  ])('%s', (stated, title) => expect(cleanTitle(stated).title).toBe(title));

  it('a year in brackets is the year', () => {
    expect(cleanTitle('Dune (2021)')).toMatchObject({ title: 'Dune', year: 2021 });
    expect(cleanTitle('Dune (2021) [4K]')).toMatchObject({ title: 'Dune', year: 2021 });
    expect(cleanTitle('Dune (2021 film)')).toMatchObject({ title: 'Dune', year: 2021 });
    expect(cleanTitle('Dune (USA 2021)')).toMatchObject({ title: 'Dune', year: 2021 });
  });

  it('a cut is remembered', () => {
    expect(cleanTitle('The Two Towers – Extended')).toMatchObject({ isOtherCut: true });
    expect(cleanTitle('The Two Towers')).toMatchObject({ isOtherCut: false });
  });
});

describe('what names another video stays', () => {
  it.each([
    'Inception - Official Trailer',
    'The Making of Inception',
    'Watch Out',
    'Watch Your Back',
    'Watch Over Me',
    'Honest Trailers - Inception',
    'Inception Reaction',
    'Dune: Part Two - The Score',
    '(500) Days of Summer',
    'The Office (US)',
    'HD',
    'Free',
    'New',
    '1917',
    'Blade Runner 2049',
    'The Final',
    'Made in Hong Kong',
    'Step Up 3D',
    'Inception (Soundtrack)',
  ])('%s', (title) => expect(cleanTitle(title)).toEqual({ title, isOtherCut: false }));
});

describe('the number of a part is one number however it is written', () => {
  it.each([
    ['Deathly Hallows: Part I', 'Deathly Hallows: Part 1'],
    ['Deathly Hallows Part Two', 'Deathly Hallows: Part 2'],
    ['Las reliquias: Parte 2', 'Las reliquias (2ª parte)'],
    ['Die Reise – Teil 1', 'Die Reise, Teil Eins'],
    ['Nymphomaniac: Volume 1', 'Nymphomaniac: Vol. I'],
    ['It: Chapter 2', 'It Chapter Two'],
    ['Rocky 3', 'Rocky III'],
    ['Mission: Impossible 2', 'Mission: Impossible II'],
    ['The Godfather 2', 'The Godfather Part II'],
    ['KIRMIZI ODA', 'Kırmızı Oda'],
    ['Dat Rung Phuong Nam', 'Đất Rừng Phương Nam'],
    ['Wicked: Part One', 'Wicked'],
    ['Diuna: Część druga', 'Diuna: Część 2'],
    ['Dune: Andra delen', 'Dune: Del 2'],
    ['Dűne: Második rész', 'Dűne: 2. rész'],
    ['Duna: Část druhá', 'Duna: Část 2'],
    ['Çöl Gezegeni: Bölüm İki', 'Çöl Gezegeni: Bölüm 2'],
    ['כוכב: חלק שני', 'כוכב: חלק 2'],
    ['듄: 파트2', '듄: 파트 2'],
    ['Дюна: 2-я часть', 'Дюна: Часть вторая'],
    ['Les Reliques : 1ère partie', 'Les Reliques - Partie 1'],
  ])('%s is %s', (asked, known) => expect(['same', 'variant']).toContain(compareNames(asked, known)));

  it.each([
    ['Rocky', 'Rocky III'],
    ['Dune: Part Two', 'Dune'],
    ['Dune', 'Dune: Part One'],
    ['Kill Bill: Vol. 1', 'Kill Bill: Vol. 2'],
  ])('%s is not %s', (asked, known) => expect(['same', 'variant']).not.toContain(compareNames(asked, known)));

  it('a sign at the end is no very same name', () =>
    expect(compareNames('Mother', 'mother!')).toBe('variant'));
});
