import { Module } from '@nestjs/common';
import { CreditsProof } from './credits-proof';

/** For the program that verifies the ledger. */
@Module({ providers: [CreditsProof], exports: [CreditsProof] })
export class CreditsProofModule {}
