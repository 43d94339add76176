import type { AssertionFacts } from './assertion.rule';
import { SamlError } from './saml-error';
import { attributeOf, childrenOf, samlNamespaces, onlyChild, textOf } from './xml';

const ns = samlNamespaces.assertion;

const isNested = (value: Element) => childrenOf(value).length > 0;
/**
 * Returns the text values of an attribute. Leaves out values with nested elements (such as those of
 * eduPersonTargetedID), because the text inside is not the value.
 */
const textsIn = (values: readonly Element[]) => values.filter((one) => !isNested(one)).map(textOf);

/**
 * Reads from an assertion what this server needs. For a sign-on, `root` must be parsed from the
 * bytes whose signature was verified.
 * @throws SamlError
 */
export function readAssertion(root: Element): AssertionFacts {
  if (
    root.namespaceURI !== ns ||
    root.localName !== 'Assertion' ||
    attributeOf(root, 'Version') !== '2.0'
  )
    throw new SamlError('malformed_response');
  const subject = onlyChild(root, ns, 'Subject');
  const name = onlyChild(subject, ns, 'NameID');
  // A NameID is plain text (SAML core, 2.2.2). One with nested elements is refused, because two
  // parsers could read it differently.
  if (name && childrenOf(name).length > 0) throw new SamlError('malformed_response');
  return {
    id: attributeOf(root, 'ID') ?? '',
    issuer: textOf(onlyChild(root, ns, 'Issuer')),
    issued_at: attributeOf(root, 'IssueInstant'),
    name_id: name
      ? {
          format: attributeOf(name, 'Format'),
          qualifier: attributeOf(name, 'NameQualifier'),
          value: textOf(name),
        }
      : null,
    confirmations: (subject ? childrenOf(subject, ns, 'SubjectConfirmation') : []).map(
      (confirmation) => {
        const data = onlyChild(confirmation, ns, 'SubjectConfirmationData');
        const said = (what: string) => (data ? attributeOf(data, what) : null);
        return {
          method: attributeOf(confirmation, 'Method'),
          recipient: said('Recipient'),
          in_response_to: said('InResponseTo'),
          not_before: said('NotBefore'),
          not_on_or_after: said('NotOnOrAfter'),
        };
      },
    ),
    conditions: childrenOf(root, ns, 'Conditions').map((conditions) => ({
      not_before: attributeOf(conditions, 'NotBefore'),
      not_on_or_after: attributeOf(conditions, 'NotOnOrAfter'),
      audiences: childrenOf(conditions, ns, 'AudienceRestriction').map((restriction) =>
        childrenOf(restriction, ns, 'Audience').map(textOf),
      ),
      others: childrenOf(conditions)
        .map((e) => e.localName)
        .filter((kind) => kind !== 'AudienceRestriction'),
    })),
    sessions: childrenOf(root, ns, 'AuthnStatement').map((statement) => ({
      authenticated_at: attributeOf(statement, 'AuthnInstant'),
      not_on_or_after: attributeOf(statement, 'SessionNotOnOrAfter'),
    })),
    attributes: childrenOf(root, ns, 'AttributeStatement')
      .flatMap((statement) => childrenOf(statement, ns, 'Attribute'))
      .map((attribute) => ({
        name: attributeOf(attribute, 'Name') ?? '',
        friendly_name: attributeOf(attribute, 'FriendlyName'),
        values: textsIn(childrenOf(attribute, ns, 'AttributeValue')),
        has_nested: childrenOf(attribute, ns, 'AttributeValue').some(isNested),
      })),
  };
}
