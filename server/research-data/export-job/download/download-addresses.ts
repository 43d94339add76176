import { Inject, Injectable } from '@nestjs/common';
import { dataRightsLimits } from '../../../../contracts/data-rights/limits';
import { CONFIG, type Config } from '../../../config';
import { Clock, addMilliseconds, minutes } from '../../../platform/concurrency/clock';
import { Secrets } from '../../../platform/security/secrets';

export interface SignedAddress {
  expires: string;
  sign_in: string;
  signature: string;
}

/**
 * Makes and checks signed download addresses. A browser sends no Bearer header when it saves a
 * file, so the address itself gives the permission, for some minutes. The permission ends earlier
 * if the sign-in or the person's role in the study ends.
 */
@Injectable()
export class DownloadAddresses {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  of(exportId: string, tokenId: string): string {
    const expires = String(
      addMilliseconds(this.clock.now(), minutes(dataRightsLimits.exportUrlMinutes)).getTime(),
    );
    const stamp = this.secrets.stamp('study-export-url', exportId, tokenId, expires);
    const address: SignedAddress = {
      expires,
      sign_in: tokenId,
      signature: stamp.toString('base64url'),
    };
    const query = new URLSearchParams({ ...address }).toString();
    return `${this.config.publicApiUrl}/api/study-exports/${exportId}/download/?${query}`;
  }

  /** Whether this server signed the address and it has not expired. */
  isValid(exportId: string, { expires, sign_in, signature }: SignedAddress): boolean {
    const given = Buffer.from(signature, 'base64url');
    return (
      this.secrets.isSigned(given, 'study-export-url', exportId, sign_in, expires) &&
      Number(expires) > this.clock.now().getTime()
    );
  }
}
