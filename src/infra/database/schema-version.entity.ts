import { Column, Entity, PrimaryColumn } from 'typeorm';

/** What has become of the schema. One row, written by the migrations. */
@Entity('schema_version')
export class SchemaVersionRow {
  @PrimaryColumn('integer', { name: 'id' })
  id!: number;

  /** How many migrations have made it. */
  @Column('integer', { name: 'version' })
  version!: number;

  /** The oldest version whose release can work with it. */
  @Column('integer', { name: 'served_from' })
  servedFrom!: number;
}
