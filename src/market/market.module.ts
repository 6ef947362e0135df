import { Module } from '@nestjs/common';
import { SecurityDirectory } from './security-directory.js';

@Module({ providers: [SecurityDirectory], exports: [SecurityDirectory] })
export class MarketModule {}
