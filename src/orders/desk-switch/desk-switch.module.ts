import { Module } from '@nestjs/common';
import { DeskSwitch } from './desk-switch.js';

/** Whether the desk may send: paused by a person, or held after a restore. */
@Module({ providers: [DeskSwitch], exports: [DeskSwitch] })
export class DeskSwitchModule {}
