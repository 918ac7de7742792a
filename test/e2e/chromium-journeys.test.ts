import { describe } from 'vitest';
import { journeys } from './journeys/journeys';

describe('in Chromium', () => journeys('chromium'));
