#!/usr/bin/env node
import { makeReady } from '../scripts/ready.js';

makeReady();
await import('../dist/cli.js');
