import { CatalogueError } from '../catalogue-error';

/** `undefined` if the question's allowance is used up. Other errors are passed on. */
export async function affordable<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof CatalogueError && error.code === 'spent') return undefined;
    throw error;
  }
}
