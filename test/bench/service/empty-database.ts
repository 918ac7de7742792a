import { Client } from 'pg';

/** The address of a new database on the server, named by a number. */
export async function emptyDatabase(url: string, number: number): Promise<string> {
  const client = new Client({ connectionString: url });
  await client.connect();
  await client.query(`CREATE DATABASE bench_${String(number)}`);
  await client.end();
  return url.replace(/\/postgres$/, `/bench_${String(number)}`);
}
