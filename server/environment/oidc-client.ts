export interface OidcClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/** Null where the provider is not configured. @throws Error when it is only half configured. */
export function oidcClientOf(
  name: string,
  issuerUrl: string,
  clientId: string | undefined,
  clientSecret: string | undefined,
): OidcClient | null {
  if (clientId === undefined && clientSecret === undefined) return null;
  if (clientId === undefined || clientSecret === undefined)
    throw new Error(
      `${name}_CLIENT_${clientId === undefined ? 'ID' : 'SECRET'}: missing beside the other half`,
    );
  return { issuer: issuerUrl, clientId, clientSecret };
}
