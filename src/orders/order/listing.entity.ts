import { Column, Entity, PrimaryColumn } from 'typeorm';
import type { Listing } from './last-proof.js';

/** What `withLastProof` says, for statements about many orders at once: the listing is the later proof. */
export const LISTED = `orders.listed_version = orders.version
  AND listings.broker_code = orders.broker_code AND listings.asked_at > orders.asked_at`;

/** The last look at the broker's list: the proof of every order that is on it. */
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
