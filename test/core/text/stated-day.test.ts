import { describe, expect, it } from 'vitest';
import { statedDay } from '../../../src/core/text/stated-day';

describe('the day that a text states', () => {
  it.each<readonly [string, string, string]>([
    ['March 3, 2025', 'en', '2025-03-03'],
    ['The Daily Show – Mar. 3rd, 2025', 'en-US', '2025-03-03'],
    ['3 March 2025', 'en-GB', '2025-03-03'],
    ['Sendung vom 3. Mai 2024', 'de', '2024-05-03'],
    ['tagesschau 03.05.2024', 'de', '2024-05-03'],
    ['Journal du 1er février 2024', 'fr', '2024-02-01'],
    ['Telediario, 3 de mayo de 2024', 'es', '2024-05-03'],
    ['Выпуск от 3 марта 2025', 'ru', '2025-03-03'],
    ['2025年3月3日放送', 'ja', '2025-03-03'],
    ['2025년 3월 3일', 'ko', '2025-03-03'],
    ['News 2024-12-31', 'xx', '2024-12-31'],
    ['3/25/2025', 'en', '2025-03-25'],
    ['3/5/2025', 'en-US', '2025-03-05'],
    ['3/5/2025', 'en-GB', '2025-05-03'],
    ['3/5/2025', 'fr', '2025-05-03'],
  ])('%s (%s)', (text, language, day) => {
    expect(statedDay(text, language)?.day).toBe(day);
  });

  it.each<readonly [string, string]>([
    ['3/5/2025', 'en'],
    ['20:00 Uhr, 03.05.2024', 'de'],
    ['31.02.2024', 'de'],
    ['From March 3, 2025 to March 5, 2025', 'en'],
    ['Blade Runner 2049', 'en'],
    ['March 2025', 'en'],
    ['Show #9000', 'en'],
    ['1984', 'en'],
  ])('is none in: %s (%s)', (text, language) => {
    expect(statedDay(text, language)).toBeUndefined();
  });
});
