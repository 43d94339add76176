import { DomainError } from '../../platform/errors/errors';

/**
 * The most pieces that one process stores at a time, and the most of one person. Further pieces of a person must
 * leave `spare` places to others, so that a person with many files does not block another's first one.
 */
export interface PlaceLimits {
  readonly all: number;
  readonly ofOne: number;
  readonly spare: number;
}

/**
 * Limits the pieces that are stored at the same time, one per upload. If there is no free place the piece is refused
 * immediately, so that its bytes do not wait in memory.
 */
export class PiecePlaces {
  private readonly uploads = new Set<string>();
  private readonly byPerson = new Map<string, number>();

  constructor(private readonly limits: PlaceLimits) {}

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
