import { doHidden } from '../platform/browser/do-hidden';
import { lookAtCatalogue } from './catalogue/look-at-catalogue';
import { tellSiteIds } from './catalogue/tell-site-ids';

// The hidden page that sends corrections to the tracker and updates connectors from it.
void doHidden(async () => {
  try {
    await tellSiteIds((input, init) => fetch(input, init));
  } finally {
    await lookAtCatalogue();
  }
});
