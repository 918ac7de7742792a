import { waitFor } from '../../support/wait-for';
import type { JourneyPage } from './journey-page';

/** Searches the list of all sites. What is left of it moves until the others are gone: a click would miss it. */
export async function searchSites(page: JourneyPage, name: string): Promise<void> {
  await page.fill('Search', name);
  await waitFor('the other sites to be gone', () =>
    page.evaluate(() => !document.body.innerText.includes('Netflix')),
  );
}
