import { timeOrderedId } from '../../../platform/db/ids';
import type { Transaction } from '../../../platform/db/unit-of-work';
import type { SettingDifference } from './trust-change.rule';

/** A change that took effect: its differences, and how many sign-ins it ended. */
export interface EffectiveSamlChange {
  differences: readonly SettingDifference[];
  sign_ins_ended: number;
}

/** Stores the differences of a change, from which the emails to the administrators are written. */
export async function recordSamlChange(
  tx: Transaction,
  connectionId: string,
  { differences, sign_ins_ended }: EffectiveSamlChange,
  now: Date,
): Promise<void> {
  const id = timeOrderedId();
  await tx.query(
    `INSERT INTO identity.saml_change (id, connection_id, at, differences, sign_ins_ended)
     VALUES ($1, $2, $3, $4, $5)`,
    [id, connectionId, now, JSON.stringify(differences), sign_ins_ended],
  );
  tx.record('identity.sso-trust-in-force', { connection_id: connectionId, change_id: id });
}
