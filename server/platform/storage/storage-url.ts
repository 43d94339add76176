import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '../../config';
import { Clock, addMilliseconds, minutes } from '../concurrency/clock';
import { Secrets } from '../security/secrets';

/**
 * How long an address is valid: long enough to read a consent form before following its link, and
 * short enough that a copied address soon stops working.
 */
const validMs = minutes(60);

export interface SignedFileUrl {
  /** The time at which the address expires, in milliseconds since 1970. */
  readonly expires: string;
  readonly name: string;
  readonly type: string;
  readonly signature: string;
}

/**
 * Makes and checks signed addresses of stored files. Any client with an address may fetch the file
 * until the address expires (docs/domain.md, 9).
 */
@Injectable()
export class FileUrls {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly secrets: Secrets,
    private readonly clock: Clock,
  ) {}

  /**
   * Makes the signed address of a stored file.
   * @param name the file name that a browser suggests for saving
   * @param type the content type with which the file is served; it is part of the address, because
   * the same bytes may have another type elsewhere
   */
  forFile(sha256: string, name: string, type = 'application/octet-stream'): string {
    const expires = String(addMilliseconds(this.clock.now(), validMs).getTime());
    const signature = this.secrets
      .stamp('file-url', sha256, expires, name, type)
      .toString('base64url');
    const query = new URLSearchParams({ expires, name, type, signature });
    return `${this.config.publicApiUrl}/api/objects/${sha256}?${query.toString()}`;
  }

  isValid(sha256: string, { expires, name, type, signature }: SignedFileUrl): boolean {
    return (
      this.secrets.isSigned(
        Buffer.from(signature, 'base64url'),
        'file-url',
        sha256,
        expires,
        name,
        type,
      ) && Number(expires) > this.clock.now().getTime()
    );
  }
}
