import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Listing } from '../domain/last-proof.js';

/** The last look at the broker's list: the proof of every order that is `listed`. */
@Entity('listings')
export class ListingRow implements Listing {
  @PrimaryColumn('text', { name: 'broker_code' })
  brokerCode!: string;

  @Column('bigint', { name: 'asked_at' })
  askedAt!: number;

  @Column('bigint', { name: 'seen_at' })
  seenAt!: number;

  /** Grows by one whenever a list is noted, and whenever orders are put on it. */
  @Column('integer', { name: 'revision' })
  revision!: number;
}
