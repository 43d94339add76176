import 'reflect-metadata';

/**
 * `node dist/server/ledger-verify.main.js [--head SEQUENCE:SEAL]`: verifies the ledger, all
 * payments and all credits; exits with 1 if anything is damaged.
 */
async function main(words: readonly string[]) {
  const noted = headOf(words);
  const { PaymentsProof } = await import('./payments/proof/payments-proof.js');
  const { PaymentsProofModule } = await import('./payments/proof/payments-proof.module.js');
  const { CreditsProof } = await import('./teaching/credits/proof/credits-proof.js');
  const { CreditsProofModule } = await import('./teaching/credits/proof/credits-proof.module.js');
  const { LedgerModule } = await import('./ledger/ledger.module.js');
  const { ledgerReport } = await import('./ledger/chain/ledger-report.js');
  const { VerifyLedger } = await import('./ledger/chain/verify-ledger.js');
  const { readConfig } = await import('./config.js');
  const { createProgramContext } = await import('./program-context.js');
  const app = await createProgramContext(readConfig(), 'ledger-verify', [
    LedgerModule,
    PaymentsProofModule,
    CreditsProofModule,
  ]);
  try {
    const checks = [app.get(PaymentsProof), app.get(CreditsProof)];
    const verdict = await app.get(VerifyLedger).run(noted, checks);
    process.stdout.write(`${ledgerReport(verdict, checks).join('\n')}\n`);
    process.exitCode = verdict.damaged > 0 ? 1 : 0;
  } finally {
    await app.close();
  }
}

/**
 * Reads the arguments.
 * @returns the text after `--head`; null if there are no arguments
 * @throws Error for all other arguments
 */
function headOf(words: readonly string[]): string | null {
  if (words.length === 0) return null;
  const given = words[0] === '--head' && words.length === 2 ? words[1] : undefined;
  if (given === undefined || !/^\d{1,18}:([0-9a-f]{2}){32,33}$/.test(given))
    throw new Error(
      `"${words.join(' ')}" names no head of the ledger: pass --head SEQUENCE:SEAL as an earlier run printed it.`,
    );
  return given;
}

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 2;
});
