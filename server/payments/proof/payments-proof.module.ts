import { Module } from '@nestjs/common';
import { SigningKeys } from '../../platform/security/signing-keys';
import { PaymentsProof } from './payments-proof';

/** Providers for the program that verifies the ledger. */
@Module({ providers: [PaymentsProof, SigningKeys], exports: [PaymentsProof] })
export class PaymentsProofModule {}
