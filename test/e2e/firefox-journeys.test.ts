import { describe } from 'vitest';
import { findFirefox } from '../support/browser/browser-paths';
import { journeys } from './journeys/journeys';

// The same journeys as in Chromium. Where no Firefox can be had, npm test names them as skipped and says why.
describe.skipIf(findFirefox() === undefined)('in Firefox', () => journeys('firefox'));
