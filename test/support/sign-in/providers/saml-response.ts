/**
 * The content of an identity provider's response. A test can falsify every part. The values go into
 * the XML without escaping.
 */
export interface SamlResponseContent {
  id: string;
  issuer: string;
  responseIssuer: string;
  status: string;
  destination: string | null;
  inResponseTo: string | null;
  confirmedRequest: string | null;
  recipient: string;
  audience: string | null;
  nameId: string;
  nameIdFormat: string;
  attributes: Record<string, string | string[]>;
  issuedAt: Date;
  notBefore: Date;
  until: Date;
  confirmedUntil: Date;
  conditions: string;
  authenticated: boolean;
  /** When the person authenticated; null if the provider does not say. */
  authenticatedAt: Date | null;
  nameQualifier: string | null;
}

const attribute = (name: string, value: string | null) =>
  value === null ? '' : ` ${name}="${value}"`;

/** Writes the XML of a response with one assertion, without signature (SAML 2.0 Core, 3.3.3). */
export function writeSamlResponse(s: SamlResponseContent): string {
  const values = (v: string | string[]) =>
    [v]
      .flat()
      .map((x) => `<saml:AttributeValue>${x}</saml:AttributeValue>`)
      .join('');
  const attributes = Object.entries(s.attributes)
    .map(([name, v]) => `<saml:Attribute Name="${name}">${values(v)}</saml:Attribute>`)
    .join('');
  const at = s.issuedAt.toISOString();
  const audience =
    s.audience === null
      ? ''
      : `<saml:AudienceRestriction><saml:Audience>${s.audience}</saml:Audience></saml:AudienceRestriction>`;
  return (
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ` +
    `xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ` +
    `ID="_r${s.id}" Version="2.0" IssueInstant="${at}"` +
    `${attribute('Destination', s.destination)}${attribute('InResponseTo', s.inResponseTo)}>` +
    `<saml:Issuer>${s.responseIssuer}</saml:Issuer><samlp:Status>` +
    `<samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:${s.status}"/></samlp:Status>` +
    `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ` +
    `ID="${s.id}" Version="2.0" IssueInstant="${at}"><saml:Issuer>${s.issuer}</saml:Issuer>` +
    `<saml:Subject><saml:NameID Format="${s.nameIdFormat}"${attribute('NameQualifier', s.nameQualifier)}>${s.nameId}</saml:NameID>` +
    `<saml:SubjectConfirmation Method="urn:oasis:names:tc:SAML:2.0:cm:bearer">` +
    `<saml:SubjectConfirmationData NotOnOrAfter="${s.confirmedUntil.toISOString()}" Recipient="${s.recipient}"` +
    `${attribute('InResponseTo', s.confirmedRequest)}/>` +
    `</saml:SubjectConfirmation></saml:Subject>` +
    `<saml:Conditions NotBefore="${s.notBefore.toISOString()}" NotOnOrAfter="${s.until.toISOString()}">` +
    `${audience}${s.conditions}</saml:Conditions>` +
    (s.authenticated
      ? `<saml:AuthnStatement${attribute('AuthnInstant', s.authenticatedAt?.toISOString() ?? null)} ` +
        `SessionIndex="_s1">` +
        `<saml:AuthnContext><saml:AuthnContextClassRef>` +
        `urn:oasis:names:tc:SAML:2.0:ac:classes:unspecified` +
        `</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`
      : '') +
    `<saml:AttributeStatement>${attributes}</saml:AttributeStatement></saml:Assertion></samlp:Response>`
  );
}
