import { Module } from '@nestjs/common';
import { LedgerChain } from './chain/ledger-chain';
import { SealEntries } from './chain/seal-entries';
import { VerifyLedger } from './chain/verify-ledger';

/** The ledger, and the hash chain that protects it. */
@Module({
  providers: [LedgerChain, SealEntries, VerifyLedger],
  exports: [SealEntries, VerifyLedger],
})
export class LedgerModule {}
