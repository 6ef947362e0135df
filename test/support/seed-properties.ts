import { jest } from '@jest/globals';
import fc from 'fast-check';

/** Every property of a run draws from the run's one seed, unless it names its own. */
fc.configureGlobal({ seed: jest.getSeed() });
