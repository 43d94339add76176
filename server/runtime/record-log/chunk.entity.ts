import { Column, Entity, PrimaryColumn } from 'typeorm';

/**
 * Records of a run in the chunks in which they arrived, until the run is sealed: then they move
 * into one compressed row (sealing/seal-runs.ts). There is no foreign key, because the statement
 * that adds a chunk locks the row of its run (store-records.sql.ts).
 */
@Entity({ schema: 'research', name: 'run_chunk' })
export class RunChunk {
  @PrimaryColumn('uuid') run_id!: string;
  @PrimaryColumn('integer') first!: number;
  @Column('integer') last!: number;
  /** The records of the chunk, encoded as in frames.rule.ts. */
  @Column('bytea') frames!: Buffer;
}
