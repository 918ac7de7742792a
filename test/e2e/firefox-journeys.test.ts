import { describe } from 'vitest';
import { findFirefox } from '../support/browser/browser-paths';
import { journeys } from './journeys/journeys';

// The same journeys as in Chromium. `npm test` reports them as skipped when Firefox is not installed.
describe.skipIf(findFirefox() === undefined)('in Firefox', () => journeys('firefox'));
