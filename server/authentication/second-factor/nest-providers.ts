import { AddPasskeyHandler } from './add-passkey.command';
import { BeginPasskeyRegistrationHandler } from './begin-passkey.command';
import { BeginTotpHandler } from './begin-totp.command';
import { SecondFactorCheck } from './check-factor';
import { ConfirmTotpHandler } from './confirm-totp.command';
import { BeginPasskeyVerificationHandler } from './begin-passkey-verification.command';
import { VerifySecondFactorHandler } from './verify-second-factor.command';
import { RemovePasskeyHandler } from './remove-passkey.command';
import { RemoveTotpHandler } from './remove-totp.command';
import { RenewRecoveryCodesHandler } from './renew-recovery-codes.command';
import { WebAuthn } from './web-authn';

/** The providers (in Nest's sense) that the second factor adds to the authentication module. */
export const secondFactorNestProviders = [
  BeginTotpHandler,
  ConfirmTotpHandler,
  RemoveTotpHandler,
  BeginPasskeyRegistrationHandler,
  AddPasskeyHandler,
  RemovePasskeyHandler,
  RenewRecoveryCodesHandler,
  BeginPasskeyVerificationHandler,
  VerifySecondFactorHandler,
  SecondFactorCheck,
  WebAuthn,
];
