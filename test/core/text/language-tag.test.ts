import { expect, test } from 'vitest';
import { languageTag } from '../../../src/core/text/language-tag';

test.each([
  ['de', 'de'],
  ['de-DE', 'de'],
  ['DE_at', 'de'],
  ['pt-BR', 'pt-BR'],
  ['pt_br', 'pt-BR'],
  ['pt-PT', 'pt'],
  ['zh-Hant-TW', 'zh-TW'],
  ['zh-Hant', 'zh-TW'],
  ['zh-HK', 'zh-TW'],
  ['zh-Hans-CN', 'zh'],
  ['es-419', 'es-MX'],
  ['es-ES', 'es'],
  ['no', 'nb'],
  ['iw-IL', 'he'],
  ['sr-Latn-RS', 'sr'],
  ['en-US-x-private', 'en'],
  ['', undefined],
  [undefined, undefined],
  ['German', undefined],
  ['de,fr', undefined],
  ['<b>', undefined],
  ['undefined', undefined],
])('%s is asked for as %s', (stated, tag) => expect(languageTag(stated)).toBe(tag));
