import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An API key. The secret is not here: only its keyed digest, which nobody can turn back. */
@Entity('api_keys')
@Index('api_keys_digest', ['digest'], { unique: true })
export class ApiKeyRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  /** Who the key is for; a later key of the same name speaks for the same caller. */
  @Column('text', { name: 'name' })
  name!: string;

  @Column('text', { name: 'digest' })
  digest!: string;

  /** Space-separated. */
  @Column('text', { name: 'scopes' })
  scopes!: string;

  @Column('text', { name: 'created_by' })
  createdBy!: string;

  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  @Column('bigint', { name: 'revoked_at', nullable: true })
  revokedAt!: number | null;
}
