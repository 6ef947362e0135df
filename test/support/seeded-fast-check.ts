import fc from 'fast-check';
import { testSeed } from './test-seed.js';

/** All properties of a run use the run's seed, unless they name their own. */
fc.configureGlobal({ seed: testSeed() });

export default fc;
