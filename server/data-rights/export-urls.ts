import { Inject, Injectable } from '@nestjs/common';
import { dataRightsLimits } from '../../contracts/data-rights/limits';
import { CONFIG, type Config } from '../config';
import { Clock, addMilliseconds, minutes } from '../platform/concurrency/clock';
import { Secrets } from '../platform/security/secrets';

/**
 * The query parameters of a signed download address. The address belongs to one sign-in. It stops
 * working when it expires, or earlier if that sign-in ends.
 */
export interface SignedExportUrl {
  expires: string;
  sign_in: string;
  signature: string;
}

/**
 * Signs the download address of an export. A browser sends no Authorization header when it saves a
 * file, so for some minutes the address itself gives permission.
 */
@Injectable()
export class ExportUrls {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  forExport(id: string, tokenId: string): string {
    const expires = String(
      addMilliseconds(this.clock.now(), minutes(dataRightsLimits.exportUrlMinutes)).getTime(),
    );
    const address: SignedExportUrl = {
      expires,
      sign_in: tokenId,
      signature: this.secrets.stamp('export-url', id, tokenId, expires).toString('base64url'),
    };
    return `${this.config.publicApiUrl}/api/exports/${id}/file/?${new URLSearchParams({ ...address }).toString()}`;
  }

  /**
   * Whether the signature is right and has not expired. Whether the sign-in is still valid must be
   * checked separately.
   */
  isValid(id: string, { expires, sign_in, signature }: SignedExportUrl): boolean {
    return (
      this.secrets.isSigned(
        Buffer.from(signature, 'base64url'),
        'export-url',
        id,
        sign_in,
        expires,
      ) && Number(expires) > this.clock.now().getTime()
    );
  }
}
