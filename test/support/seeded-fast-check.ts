import fc from 'fast-check';
import { testSeed } from './test-seed.js';

/** All properties of a run use the run's seed, unless they name their own. */
// The test runner prints no causes.
fc.configureGlobal({ seed: testSeed(), includeErrorInReport: true });

export default fc;
