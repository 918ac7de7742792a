import { keptCopySchema, settingsCopySchema, type KeptCopy } from '../../protocol/tracker/settings-copy';
import { readBody } from '../http/read-body';
import type { SettingsCopies } from '../store/preferences';
import { OWN } from './description/operation';
import { route, type Handler, type Route } from './route';

async function answerOf(settingsCopies: SettingsCopies, userId: string): Promise<KeptCopy> {
  const { content, storedAt } = (await settingsCopies.find(userId)) ?? { content: null, storedAt: null };
  return { content, storedAt: storedAt === null ? null : new Date(storedAt).toISOString() };
}

const find: Handler = async (c, { store: { settingsCopies } }) =>
  c.json({ success: true, data: await answerOf(settingsCopies, c.get('userId')) });

const keep: Handler = async (c, { store: { settingsCopies } }) => {
  const { content } = await readBody(c, settingsCopySchema);
  if (content === null) await settingsCopies.remove(c.get('userId'));
  else await settingsCopies.keep(c.get('userId'), content);
  return c.json({ success: true, data: await answerOf(settingsCopies, c.get('userId')) });
};

const path = `${OWN}/settings-copy`;

/** Not in API v1: a copy of an extension's settings, kept here in case its browser loses them. */
export const settingsCopyRoutes: readonly Route[] = [
  route(
    {
      method: 'GET',
      path,
      summary: 'Read the copy that an extension keeps of its settings',
      access: 'read',
      isForExtension: true,
      data: keptCopySchema,
    },
    find,
  ),
  route(
    {
      method: 'POST',
      path,
      summary: 'Keep a copy of the settings of an extension, or remove it',
      access: 'write',
      isForExtension: true,
      body: settingsCopySchema,
      data: keptCopySchema,
    },
    keep,
  ),
];
