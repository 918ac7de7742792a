import { describe } from 'vitest';
import { findFirefox } from '../support/browser/browser-paths';
import { testKinds } from './kinds/test-kinds';

describe.skipIf(findFirefox() === undefined)('in Firefox', () => testKinds('firefox'));
