import { Injectable, type OnModuleInit } from '@nestjs/common';
import { CommandBus, type ICommand } from '@nestjs/cqrs';
import { Tracing } from './tracing.js';

/** A span around each command, named like it. The bus has no place for that of its own. */
@Injectable()
export class CommandSpans implements OnModuleInit {
  constructor(
    private readonly bus: CommandBus,
    private readonly tracing: Tracing,
  ) {}

  onModuleInit(): void {
    const { bus, tracing } = this;
    if (!tracing.isOn) return;
    const execute: (command: ICommand) => Promise<unknown> = bus.execute.bind(bus);
    const traced = (command: ICommand): Promise<unknown> => {
      const work = { name: command.constructor.name, orderId: orderIdIn(command) };
      return tracing.span(work, async () => {
        const result = await execute(command);
        // A post learns the id of its order from its handler.
        tracing.about(orderIdIn(result) ?? work.orderId);
        return result;
      });
    };
    Object.assign(bus, { execute: traced });
  }
}

function orderIdIn(value: unknown): string | null {
  if (typeof value !== 'object' || value === null || !('orderId' in value)) return null;
  return typeof value.orderId === 'string' ? value.orderId : null;
}
