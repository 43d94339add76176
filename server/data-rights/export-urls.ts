import { Inject, Injectable } from '@nestjs/common';
import { limits } from '../../contracts/base/limits';
import { CONFIG, type Config } from '../config';
import { Clock, later, minutes } from '../platform/concurrency/clock';
import { sameBytes, Secrets } from '../platform/security/secrets';

/** Whose address: of this sign-in, and no longer than it lasts. */
export interface SignedAddress {
  expires: string;
  sign_in: string;
  signature: string;
}

/**
 * Where a browser downloads a copy: it sends no Bearer header when it saves a file, so for some
 * minutes the address itself is the permission.
 */
@Injectable()
export class ExportUrls {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  forExport(id: string, tokenId: string): string {
    const expires = String(later(this.clock.now(), minutes(limits.exportUrlMinutes)).getTime());
    const address: SignedAddress = {
      expires,
      sign_in: tokenId,
      signature: this.sign(id, tokenId, expires).toString('base64url'),
    };
    return `${this.config.publicApiUrl}/api/exports/${id}/file/?${new URLSearchParams({ ...address }).toString()}`;
  }

  /** Whether it was given out and is not too old; not whether the sign-in still holds. */
  isValid(id: string, { expires, sign_in, signature }: SignedAddress): boolean {
    return (
      sameBytes(Buffer.from(signature, 'base64url'), this.sign(id, sign_in, expires)) &&
      Number(expires) > this.clock.now().getTime()
    );
  }

  private sign(id: string, tokenId: string, expires: string): Buffer {
    return this.secrets.mac('export-url', id, tokenId, expires);
  }
}
