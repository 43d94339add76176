import 'reflect-metadata';
import type { describeAuditFindings } from './audit/audit-report';
import type { AuditDeletionResult } from './audit/cut-audit';

const usage = 'Usage: npm run audit:cut -- --before YYYY-MM (the first month that stays)';

/**
 * `node dist/server/audit-cut.main.js --before YYYY-MM`: deletes all records from before the given
 * month from the audit log. If these records are damaged, it keeps them and exits with 1.
 */
async function main(words: readonly string[]) {
  const [flag, month = ''] = words;
  if (words.length !== 2 || flag !== '--before') throw new Error(usage);
  const { AuditModule } = await import('./audit/audit.module.js');
  const { describeAuditFindings } = await import('./audit/audit-report.js');
  const { DeleteOldAuditMonths } = await import('./audit/cut-audit.js');
  const { readConfig } = await import('./config.js');
  const { connect, migrationOptions } = await import('./platform/db/database.js');
  const { createProgramContext } = await import('./program-context.js');
  const config = readConfig();
  const owner = await connect(migrationOptions(config.migrationDatabaseUrl, [], []));
  try {
    const app = await createProgramContext(config, 'audit-cut', [AuditModule]);
    try {
      let waited = false;
      const cut = await app.get(DeleteOldAuditMonths).run(owner, month, () => {
        if (!waited) process.stderr.write('Somebody reads the log. Waiting for that to end …\n');
        waited = true;
      });
      process.stdout.write(`${report(cut, month, describeAuditFindings).join('\n')}\n`);
      process.exitCode = cut.verdict !== null && cut.verdict.damaged > 0 ? 1 : 0;
    } finally {
      await app.close();
    }
  } finally {
    await owner.destroy();
  }
}

function report(
  { verdict, months, records, late }: AuditDeletionResult,
  month: string,
  inWords: typeof describeAuditFindings,
): string[] {
  if (verdict === null) return [`There is nothing before ${month}.`];
  if (verdict.damaged > 0)
    return [...inWords(verdict), `Nothing was cut off: the records before ${month} are damaged.`];
  return [
    `${records} records were whole and are gone, with the months ${months.join(', ') || 'none'}.`,
    ...(late > 0
      ? [
          `${late} records as old as that were sealed late, in the chain that stays: they stay with it.`,
        ]
      : []),
    `The chain begins after no. ${verdict.head?.sequence}: npm run audit:verify goes on from there.`,
  ];
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
