import { Client } from 'pg';
import type { DataExport } from '../../../contracts/data-rights/data-rights';
import { ExportStateStore } from '../../../server/data-rights/export-state';
import type { RunningApp } from '../../support/app/app';
import { exportRequestsOf } from './requesting';

/**
 * Does the work of a worker that makes copies of people's data, with bytes that the test chooses.
 */
export const exportWorkerOf = (run: RunningApp) => {
  const [asking, work] = [exportRequestsOf(run), run.app.get(ExportStateStore)];

  /** Stores the copy in these parts. @returns whether every part was accepted */
  const make = async (exportId: string, ...parts: Buffer[]): Promise<boolean> => {
    const attempt = { exportId, tries: (await work.begin(exportId))?.tries ?? 0 };
    let size = 0;
    for (const part of parts) {
      if (!(await work.keep(attempt, size, part))) return false;
      size += part.length;
    }
    return work.finish(attempt, size, null);
  };

  const readyCopy = async (
    headers: { authorization: string },
    ...parts: Buffer[]
  ): Promise<DataExport> => {
    const { _id } = (await asking.ask(headers).expect(202)).body as DataExport;
    expect(await make(_id, ...(parts.length > 0 ? parts : [Buffer.from('PK of a copy')]))).toBe(
      true,
    );
    return asking.one(headers, _id);
  };

  /**
   * Counts the parts in which the server stored one copy of a person's data. Connects as the owner
   * of the database.
   */
  const contents = async (id: string): Promise<number> => {
    const owner = new Client({ connectionString: run.engines.migrationDatabaseUrl });
    await owner.connect();
    try {
      return (
        (await owner.query('SELECT 1 FROM identity.export_part WHERE export_id = $1', [id]))
          .rowCount ?? 0
      );
    } finally {
      await owner.end();
    }
  };

  return { make, readyCopy, contents };
};
