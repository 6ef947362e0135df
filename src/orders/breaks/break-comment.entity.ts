import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A comment on a break; the database refuses to change it. */
@Entity('break_comments')
@Index('break_comments_break', ['breakId', 'id'])
export class BreakCommentRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'break_id' })
  breakId!: string;

  @Column('bigint', { name: 'at' })
  at!: number;

  @Column('text', { name: 'author' })
  author!: string;

  @Column('text', { name: 'text' })
  text!: string;
}
