import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The hash of a subtree over 256^level entries, stored so that roots and proofs need few hashes. Never changed. */
@Entity('audit_tree')
export class AuditTreeRow {
  /** From 1: the hashes of level 0 are those of the entries. */
  @PrimaryColumn('integer', { name: 'level' })
  level!: number;

  /** From 0: the subtree covers entries position * 256^level + 1 up to (position + 1) * 256^level. */
  @PrimaryColumn('bigint', { name: 'position' })
  position!: number;

  @Column('text', { name: 'hash' })
  hash!: string;
}

/** A signed checkpoint. Never changed: a trail has one root at each size. */
@Entity('audit_checkpoints')
export class AuditCheckpointRow {
  /** Entries in the tree, which is the sequence of the last. */
  @PrimaryColumn('bigint', { name: 'size' })
  size!: number;

  /** Root of the tree, in hexadecimal. */
  @Column('text', { name: 'root' })
  root!: string;

  /** When it was signed; RFC 3339 in UTC. */
  @Column('text', { name: 'at' })
  at!: string;

  /** The checkpoint as it was signed (c2sp.org/tlog-checkpoint). */
  @Column('text', { name: 'note' })
  note!: string;
}
