import { jest } from '@jest/globals';
import fc from 'fast-check';

/** All properties of a run use the run's seed, unless they name their own. */
fc.configureGlobal({ seed: jest.getSeed() });

export default fc;
