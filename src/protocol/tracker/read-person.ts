import { defined } from '../../core/values/defined';
import { isRecord } from '../../core/values/is-record';
import { readRecord, readText, unwrapData } from './read-fields';

/** Who is signed in. */
export type Person = Readonly<{
  /** The id by which the tracker distinguishes people. */
  id?: string;
  name?: string;
}>;

/** Reads the response of `GET /me`: `{user: {name, username}}`, the same in an envelope, or flat. */
export function readPerson(response: unknown): Person {
  const data = unwrapData(response);
  if (!isRecord(data)) return {};
  const user = readRecord(data, ['user']) ?? data;
  return defined({
    id: readText(user, ['username', 'id', 'email']),
    name: readText(user, ['name', 'username']),
  });
}
