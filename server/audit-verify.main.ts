import 'reflect-metadata';
import { Module, type DynamicModule } from '@nestjs/common';
import { NestFactory } from '@nestjs/core';
import { AuditModule } from './audit/audit.module';
import {
  VerifyAudit,
  type Damage,
  type Finding,
  type Noted,
  type Verdict,
} from './audit/verify-audit';
import { readConfig, type Config } from './config';
import { capabilities } from './contexts';
import { DatabaseModule } from './platform/db/database.module';
import { createLog, NestLog, type Logger } from './platform/observability/log';
import { PlatformModule } from './platform/platform.module';

@Module({})
class VerifyModule {
  static for(config: Config, log: Logger): DynamicModule {
    return {
      module: VerifyModule,
      imports: [
        PlatformModule.for(config, log, capabilities),
        DatabaseModule.for('commonlab-audit-verify', capabilities.entities),
        AuditModule,
      ],
    };
  }
}

/**
 * `node dist/server/audit-verify.main.js [--head [SEQUENCE:]SEAL]`: verifies the audit log's chain;
 * exits with 1 where it is damaged.
 */
async function main(words: readonly string[]) {
  const noted = headOf(words);
  const log = createLog('warn', 'audit-verify');
  const app = await NestFactory.createApplicationContext(VerifyModule.for(readConfig(), log), {
    logger: new NestLog(log),
    abortOnError: false,
  });
  try {
    const verdict = await app.get(VerifyAudit).run(noted);
    process.stdout.write(`${report(verdict, noted).join('\n')}\n`);
    process.exitCode = verdict.damaged > 0 ? 1 : 0;
  } finally {
    await app.close();
  }
}

/** The head that an earlier run printed or that the log states; with or without `--head`. */
function headOf(words: readonly string[]): Noted | null {
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

const words: Record<Damage, string> = {
  changed: 'was changed after it was sealed, or sealed under another key',
  missing_record: 'has a seal, but the record is gone',
  missing_seal: 'and maybe more after it: the seal is gone',
  inserted: 'is far older than a record sealed before it: slipped in later',
  unsealed: 'was never sealed: no worker runs, or it was written past the log',
  note_changed: 'names a reason that was changed since',
  head_changed: 'does not have the seal that was noted: the log was cut off or made anew',
};

function report(
  { checked, waiting, head, damaged, findings }: Verdict,
  noted: Noted | null,
): string[] {
  const of = ({ sequence, audit_id }: Finding) =>
    sequence === null && audit_id === null
      ? 'the chain'
      : `record ${[sequence === null ? null : `no. ${sequence}`, audit_id].filter(Boolean).join(', ')}`;
  const lines = findings.map(
    (finding) => `${finding.damage}: ${of(finding)} ${words[finding.damage]}`,
  );
  if (damaged > findings.length) lines.push(`… and ${damaged - findings.length} more`);
  const place = noted?.sequence == null ? '' : ` at no. ${noted.sequence}`;
  const amongThem = noted ? `, the head noted${place} among them` : '';
  lines.push(
    damaged === 0
      ? `The audit log is whole: ${checked} records${amongThem}.`
      : `The audit log is damaged: ${damaged === 1 ? 'one finding' : `${damaged} findings`} in ${checked} records.`,
  );
  if (waiting > 0)
    lines.push(`${waiting} more were written within the last minute and wait for their seal.`);
  if (head)
    lines.push(
      `Head: ${head.sequence}:${head.seal}`,
      'Keep it where this server cannot write, and hand it to the next run (--head): only so is a log noticed whose end was cut off.',
    );
  return lines;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
