import { setSourceMapsEnabled } from 'node:process';

// Stack traces name the lines of the sources.
setSourceMapsEnabled(true);
