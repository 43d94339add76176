import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { z } from 'zod';
import type { SignInMethods } from '../../contracts/authentication/identities';
import { OidcProviders } from './oidc/oidc-providers';

@Injectable()
export class SignInMethodsRead {
  constructor(
    private readonly source: DataSource,
    private readonly providers: OidcProviders,
  ) {}

  /**
   * Lists the sign-in methods that this server offers. The result says whether any organization has
   * single sign-on, but does not name the organizations.
   */
  async all(): Promise<z.output<typeof SignInMethods>> {
    const [row]: { sso: boolean }[] = await this.source.query(
      `SELECT EXISTS (SELECT 1 FROM identity.saml_connection WHERE enabled) AS sso`,
    );
    return { providers: this.providers.configured(), sso: row?.sso ?? false };
  }
}
