import { doHidden } from '../platform/browser/do-hidden';
import { lookAtCatalogue } from './catalogue/look-at-catalogue';
import { tellSiteIds } from './catalogue/tell-site-ids';

// The page that nobody sees: it tells the tracker of corrections, and takes connectors of it.
void doHidden(async () => {
  try {
    await tellSiteIds((input, init) => fetch(input, init));
  } finally {
    await lookAtCatalogue();
  }
});
