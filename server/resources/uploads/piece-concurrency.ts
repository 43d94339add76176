import { DomainError } from '../../platform/errors/errors';

/**
 * How many pieces one process stores at a time: `all` in total, and `ofOne` for one person. The
 * last `spare` places are only for people who have no other piece in progress, so that a person
 * with many files does not block the first file of another person.
 */
export interface PieceConcurrencyLimits {
  readonly all: number;
  readonly ofOne: number;
  readonly spare: number;
}

/**
 * Limits how many pieces are stored at the same time: one for each upload, and at most as many as
 * `PieceConcurrencyLimits` says. Where there is no free place, a piece is refused at once, so that
 * its bytes do not wait in memory.
 */
export class PieceConcurrency {
  private readonly uploads = new Set<string>();
  private readonly byPerson = new Map<string, number>();

  constructor(private readonly limits: PieceConcurrencyLimits) {}

  /** @throws DomainError unavailable */
  async during<T>(person: string, upload: string, work: () => Promise<T>): Promise<T> {
    const own = this.byPerson.get(person) ?? 0;
    if (this.uploads.has(upload) || !this.hasPlace(own))
      throw new DomainError('unavailable', {}, { retryAfter: 1 });
    this.uploads.add(upload);
    this.byPerson.set(person, own + 1);
    try {
      return await work();
    } finally {
      this.uploads.delete(upload);
      const left = (this.byPerson.get(person) ?? 1) - 1;
      if (left > 0) this.byPerson.set(person, left);
      else this.byPerson.delete(person);
    }
  }

  private hasPlace(own: number): boolean {
    const { all, ofOne, spare } = this.limits;
    const free = all - this.uploads.size;
    return own === 0 ? free > 0 : own < ofOne && free > spare;
  }
}
