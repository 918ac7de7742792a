import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { auditDays } from '../../src/service/store/audit';
import { personalTables } from '../../src/service/store/delete-account';
import { schema } from '../../src/service/store/engine/schema';
import { revokedKeyDays } from '../../src/service/store/keys';
import { loginSeconds } from '../../src/service/store/logins';

const privacy = readFileSync('.store/privacy.md', 'utf8');
const listing = readFileSync('.store/listing.md', 'utf8');

describe('the privacy policy', () => {
  const [, personal = '', common = ''] = /stores about you:([^]*)without a person:([^]*)/.exec(privacy) ?? [];

  test('names every table of the tracker once, and those with a person among what is about you', () => {
    const all = [...schema.join('\n').matchAll(/CREATE TABLE (?:IF NOT EXISTS )?(\w+)/g)].map(
      ([, name = '']) => name,
    );
    const dropped = new Set([...schema.join('\n').matchAll(/DROP TABLE (\w+)/g)].map(([, name]) => name));
    const stored = [...new Set(all)].filter((name) => !dropped.has(name)).toSorted();
    expect([...tablesIn(personal), ...tablesIn(common)].toSorted()).toEqual(stored);
    const about = tablesIn(personal);
    expect(personalTables.filter((name) => !dropped.has(name) && !about.includes(name))).toEqual([]);
  });

  test.each([
    ['logins', `${String(loginSeconds / 86_400)} days`],
    ['keys', `${String(revokedKeyDays)} days`],
    ['audit', `${String(auditDays)} days`],
  ])('says how long %s are kept', (table, time) => {
    const row = personal.split('\n').find((line) => line.includes(`\`${table}\``)) ?? '';
    expect(row).toContain(time);
  });
});

describe('the texts for the stores', () => {
  test('say that connectors are downloaded as long as they are', () => {
    expect(readdirSync('src/options/catalogue')).toContain('update-catalogue.ts');
    expect(listing).not.toMatch(/none is downloaded/);
    expect(listing).toMatch(/Remote code \| No: .*signed list/);
    expect(privacy).toMatch(/`GET …\/connectors\/catalogue\/\*`/);
  });

  test('say what deletes data, where the page has it', () => {
    expect(readFileSync('src/service/pages/account.ts', 'utf8')).toContain('/account/delete');
    expect(privacy).toMatch(/form on its page `\/account` deletes the account/);
  });
});

function tablesIn(text: string): string[] {
  return text
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .flatMap((line) => [...(line.split('|')[2] ?? '').matchAll(/`(\w+)`/g)].map(([, name = '']) => name));
}
