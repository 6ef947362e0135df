import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** Somebody who works here. Its keys act under its name. */
@Entity('persons')
@Index('persons_identity', ['identity'], { unique: true })
@Index('persons_oidc', ['oidcIssuer', 'oidcSubject'], { unique: true })
export class PersonRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  /** Never changes: the records name the person by it. */
  @Column('text', { name: 'name' })
  name!: string;

  /** The name without what names of the same person may differ in. */
  @Column('text', { name: 'identity' })
  identity!: string;

  @Column('text', { name: 'email', nullable: true })
  email!: string | null;

  /** Space-separated. */
  @Column('text', { name: 'roles' })
  roles!: string;

  /** Since then its keys open nothing; null: they do. */
  @Column('bigint', { name: 'disabled_at', nullable: true })
  disabledAt!: number | null;

  /** The identity provider that knows the person; null: none does yet. */
  @Column('text', { name: 'oidc_issuer', nullable: true })
  oidcIssuer!: string | null;

  /** How it names the person, for ever. */
  @Column('text', { name: 'oidc_subject', nullable: true })
  oidcSubject!: string | null;

  @Column('text', { name: 'created_by' })
  createdBy!: string;

  @Column('bigint', { name: 'created_at' })
  createdAt!: number;
}
