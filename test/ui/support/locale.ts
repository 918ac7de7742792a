import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';

/** The messages of one language, as `_locales` stores them. */
export type Messages = Readonly<Record<string, { readonly message: string }>>;

/** The text of a key as the page shows it. Throws on an unknown key. */
export type Text = (key: string, ...values: readonly string[]) => string;

/** `language` is the name of a folder of `_locales`, such as `pt_BR`. */
export async function readMessages(language: string): Promise<Messages> {
  const file = fileURLToPath(new URL(`../../../public/_locales/${language}/messages.json`, import.meta.url));
  return JSON.parse(await readFile(file, 'utf8')) as Messages;
}

export function textOf(messages: Messages, language: string): Text {
  // In right-to-left text the pages isolate what they insert, see `text` in src/platform/browser/i18n.ts.
  const [start, end] = language === 'ar' ? ['\u2068', '\u2069'] : ['', ''];
  return (key, ...values) => {
    const message = messages[key]?.message;
    if (message === undefined) throw new Error(`_locales/${language} has no message ${key}`);
    return formFor(message, language, Number(values[0])).replace(
      /\$(\d)/g,
      (_all, index: string) => `${start}${values[Number(index) - 1]}${end}`,
    );
  };
}

/** The plural form of a text that has several. */
function formFor(message: string, language: string, count: number): string {
  if (!/^(?:zero|one|two|few|many|other): /.test(message)) return message;
  const category = `${new Intl.PluralRules(language.replace('_', '-')).select(count)}: `;
  const form = message.split(' | ').find((one) => one.startsWith(category));
  return form?.slice(category.length) ?? message;
}
