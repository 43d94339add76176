export interface OidcClient {
  issuer: string;
  clientId: string;
  clientSecret: string;
}

/**
 * Returns the client registration at a provider; null if the provider is not configured.
 * @throws Error if only one of the two values is configured
 */
export function readOidcClient(
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
