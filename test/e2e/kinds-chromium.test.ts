import { describe } from 'vitest';
import { testKinds } from './kinds/test-kinds';

describe('in Chromium', () => testKinds('chromium'));
