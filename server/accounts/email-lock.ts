import type { Transaction } from '../platform/db/unit-of-work';

const addresses = 0x41444452; // "ADDR": these locks have a key space of their own

/**
 * Locks the address until the transaction ends: no other transaction registers, activates or sets
 * up an account with it.
 */
export const lockEmail = (tx: Transaction, email: string) =>
  tx.query(`SELECT pg_advisory_xact_lock($1, hashtext($2))`, [addresses, email]);
