import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A question with a name, for everybody who reads the trail. */
@Entity('saved_questions')
@Index('saved_questions_name', ['nameKey'], { unique: true })
export class SavedQuestionRow {
  @PrimaryColumn('text', { name: 'id' })
  id!: string;

  @Column('text', { name: 'name' })
  name!: string;

  /** What all spellings of the name have in common. */
  @Column('text', { name: 'name_key' })
  nameKey!: string;

  @Column('text', { name: 'kind' })
  kind!:
    'entries' | 'orders' | 'handled-orders' | 'unknown-outcomes' | 'overrides' | 'best-execution';

  /** JSON: the filters as in a query, names to texts. */
  @Column('text', { name: 'filters' })
  filters!: string;

  @Column('text', { name: 'changed_by' })
  changedBy!: string;

  @Column('bigint', { name: 'changed_at' })
  changedAt!: number;
}
