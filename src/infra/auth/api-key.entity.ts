import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** An API key. Only the keyed digest of its secret is stored. */
@Entity('api_keys')
@Index('api_keys_digest', ['digest'], { unique: true })
export class ApiKeyRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  /** Who the key is for. Keys with the same name belong to the same caller. */
  @Column('text', { name: 'name' })
  name!: string;

  @Column('text', { name: 'digest' })
  digest!: string;

  /** Space-separated. */
  @Column('text', { name: 'scopes' })
  scopes!: string;

  /** 1: its caller may name the person it acts for (`On-Behalf-Of`). */
  @Column('integer', { name: 'delegates' })
  delegates!: number;

  @Column('text', { name: 'created_by' })
  createdBy!: string;

  @Column('bigint', { name: 'created_at' })
  createdAt!: number;

  @Column('bigint', { name: 'revoked_at', nullable: true })
  revokedAt!: number | null;
}
