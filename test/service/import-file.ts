import { expect } from 'vitest';
import type { ReadFile } from '../../src/service/library/imports/import-row';
import { readFile } from '../../src/service/library/imports/read-file';
import { waitFor } from '../support/wait-for';
import type { ServiceUnderTest } from './service-under-test';

const csv = { 'content-type': 'text/csv' };

/** What a file holds. `undefined`: it is not taken. */
export async function readTaken(content: string | Uint8Array, name?: string): Promise<ReadFile | undefined> {
  const file = await readFile(content, name);
  return typeof file === 'string' ? undefined : file;
}

/** Sends a file and waits until its titles are looked up. */
export async function upload(service: ServiceUnderTest, content: string, name = '') {
  const headers = /^\s*[[{]/.test(content) ? {} : csv;
  const answer = await service.call('POST', `/matinee/imports?name=${name}`, { body: content, headers });
  expect(answer.status, answer.body.message).toBe(200);
  return waitForState(service, answer.body.data?.['id'], 'preview');
}

/** Stores what is ready. */
export async function store(service: ServiceUnderTest, id: unknown) {
  await service.call('POST', `/matinee/imports/${String(id)}/store`);
  return waitForState(service, id, 'stored');
}

export function waitForState(service: ServiceUnderTest, id: unknown, state: string) {
  return waitFor(`the import to be in the state ${state}`, async () => {
    const { data } = (await service.call('GET', `/matinee/imports/${String(id)}`)).body;
    return data?.['state'] === state ? data : undefined;
  });
}

/** Answers a question of the page. */
export async function choose(service: ServiceUnderTest, id: unknown, question: object, work: string) {
  const cookie = await service.signedIn();
  const fields = { question: JSON.stringify(question), work };
  const answer = await service.post(`/import/${String(id)}/choose`, fields, { cookie });
  expect(answer.status).toBe(303);
}
