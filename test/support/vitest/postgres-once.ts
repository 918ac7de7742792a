import { startPostgres } from '../postgres/start-postgres';

/** One server for all tests of the project; its workers find it by this variable. */
export default async function setUp(): Promise<() => Promise<void>> {
  const { url, close } = await startPostgres();
  process.env['MATINEE_TEST_POSTGRES'] = url;
  return close;
}
