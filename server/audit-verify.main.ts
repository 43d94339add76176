import 'reflect-metadata';
import type { StoredChainHead } from './audit/verify-audit';

/**
 * `node dist/server/audit-verify.main.js [--head [SEQUENCE:]SEAL]`: verifies the hash chain of the
 * audit log; exits with 1 if it is damaged.
 */
async function main(words: readonly string[]) {
  const noted = headOf(words);
  const { AuditModule } = await import('./audit/audit.module.js');
  const { auditReportLines } = await import('./audit/audit-report.js');
  const { VerifyAudit } = await import('./audit/verify-audit.js');
  const { readConfig } = await import('./config.js');
  const { createProgramContext } = await import('./program-context.js');
  const app = await createProgramContext(readConfig(), 'audit-verify', [AuditModule]);
  try {
    const verdict = await app.get(VerifyAudit).run(noted);
    process.stdout.write(`${auditReportLines(verdict, noted).join('\n')}\n`);
    process.exitCode = verdict.damaged > 0 ? 1 : 0;
  } finally {
    await app.close();
  }
}

/**
 * Reads the head of the chain from the arguments: the position and the hash of the newest record,
 * as an earlier run printed them. `--head` may be left out.
 */
function headOf(words: readonly string[]): StoredChainHead | null {
  if (words.length === 0) return null;
  const given = words[0] === '--head' ? words.slice(1) : words;
  const [, sequence, seal] =
    /^(?:(\d{1,18}):)?([0-9a-f]{64})$/.exec(given.length === 1 ? (given[0] ?? '') : '') ?? [];
  if (!seal)
    throw new Error(
      `"${words.join(' ')}" names no head of the log: say --head SEQUENCE:SEAL or --head SEAL, ` +
        'as an earlier run printed it or the log told it.',
    );
  return { sequence: sequence ?? null, seal };
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
