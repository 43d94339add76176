import { Module } from '@nestjs/common';
import { CreditsProof } from './credits-proof';

/** The providers that `npm run ledger:verify` needs to check credits. */
@Module({ providers: [CreditsProof], exports: [CreditsProof] })
export class CreditsProofModule {}
