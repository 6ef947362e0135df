import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { ListWatermark } from './last-proof.js';

/** `withLastProof` in SQL: the list watermark is the order's later proof. */
export const LISTED = `orders.listed_version = orders.version
  AND list_watermarks.broker_code = orders.broker_code AND list_watermarks.asked_at > orders.asked_at`;

/** The list watermark: the last answer of the broker's list, as proof of every order it confirms. */
@Entity('list_watermarks')
export class ListWatermarkRow implements ListWatermark {
  @PrimaryColumn('text', { name: 'broker_code' })
  brokerCode!: string;

  @Column('bigint', { name: 'asked_at' })
  askedAt!: number;

  @Column('bigint', { name: 'seen_at' })
  seenAt!: number;

  /** Grows by one whenever a list is noted, and whenever it confirms further orders. */
  @Column('integer', { name: 'revision' })
  revision!: number;
}
