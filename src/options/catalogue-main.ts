import { doHidden } from '../platform/browser/do-hidden';
import { lookAtCatalogue } from './catalogue/look-at-catalogue';
import { tellSiteIds } from './catalogue/tell-site-ids';

// This hidden page sends the site ids of corrections to the tracker, then updates connectors from it.
void doHidden(async () => {
  try {
    await tellSiteIds((input, init) => fetch(input, init));
  } finally {
    await lookAtCatalogue();
  }
});
