import { Column, Entity, PrimaryColumn } from 'typeorm';

/** With which pepper the digests of the API keys are made. One row, written by whoever first needs the keys. */
@Entity('key_store')
export class KeyStoreRow {
  @PrimaryColumn('integer', { name: 'id' })
  id!: number;

  @Column('text', { name: 'pepper_fingerprint' })
  pepperFingerprint!: string;
}
