import type { FieldErrorCode } from '../../../contracts/base/errors';
import type { GiftCodeFault } from '../../../contracts/payments/gift-codes/gift-code-faults';
import type { GiftCodeColumn } from '../../../contracts/payments/gift-codes/gift-codes';

/** The highest number of errors in one response. */
const most = 100;

export interface GiftCodeFileFault {
  /** `lines.<line>.<column>` (gift-code-faults.ts). */
  readonly path: string;
  readonly code: FieldErrorCode | GiftCodeFault;
  /** The invisible character in the cell, such as `U+200B`. */
  readonly character?: string;
}

/** The errors of a file by line, at most a hundred. */
export class GiftCodeFaultList {
  private readonly found: GiftCodeFileFault[] = [];

  get all(): readonly GiftCodeFileFault[] {
    return this.found;
  }
  get isFull(): boolean {
    return this.found.length >= most;
  }

  /**
   * @param column the column's name, or its number from 1; null if the error concerns the whole
   * line
   */
  add(
    line: number,
    column: GiftCodeColumn | number | null,
    code: FieldErrorCode | GiftCodeFault,
    character?: string,
  ): void {
    if (this.isFull) return;
    const path = ['lines', line, ...(column === null ? [] : [column])].join('.');
    this.found.push({ path, code, ...(character !== undefined && { character }) });
  }
}
