import { Column, Entity, PrimaryColumn } from 'typeorm';

/** A sign-in at the identity provider that has come back: it opens nothing a second time. Kept until it has expired. */
@Entity('used_sign_ins')
export class UsedSignInRow {
  @PrimaryColumn('text', { name: 'state' })
  state!: string;

  @Column('bigint', { name: 'used_at' })
  usedAt!: number;
}
